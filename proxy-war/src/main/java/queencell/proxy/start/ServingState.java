package queencell.proxy.start;

import jakarta.enterprise.context.ApplicationScoped;

/// Whether new requests should come here. Thread-safe.
@ApplicationScoped
public class ServingState {
    private volatile boolean ready;

    public boolean isReady() {
        return ready;
    }

    void set(boolean now) {
        ready = now;
    }
}
