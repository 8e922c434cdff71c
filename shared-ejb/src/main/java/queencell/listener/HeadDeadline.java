package queencell.listener;

import java.time.Duration;

/// How long the next head of a connection may take. The first one has its time from the start, bytes or none; later
/// ones may be long in coming, and have the same time once they began. On the loop.
final class HeadDeadline {

    private final EdgeSettings edge;
    private boolean first = true;
    private boolean begun;
    private long nanos;

    HeadDeadline(EdgeSettings edge) {
        this.edge = edge;
    }

    /// The connection stands.
    void awaitFirst() {
        await(edge.headReadTimeout());
    }

    /// The request before it is through.
    void awaitNext() {
        first = false;
        await(edge.keepAliveIdle());
    }

    private void await(Duration bound) {
        begun = false;
        nanos = System.nanoTime() + bound.toNanos();
    }

    /// A part of the head is there. Further parts gain no time.
    void begin() {
        if (!begun) {
            begun = true;
            if (!first) {
                nanos = System.nanoTime() + edge.headReadTimeout().toNanos();
            }
        }
    }

    boolean begun() {
        return begun;
    }

    boolean isOver(long nowNanos) {
        return nowNanos - nanos > 0;
    }
}
