package queencell.gate.stage;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Handlers that sleep until a counter opens. A lifted backoff wakes those that wait for its counters (runtime, 10.2).
/// Thread-safe.
public final class Sleepers {
    private final Set<Nap> naps = ConcurrentHashMap.newKeySet();

    private record Nap(Set<String> keys, CountDownLatch end) {}

    /// Sleeps, at most until the counters are lifted.
    ///
    /// @return false when the stage stops
    boolean sleep(Set<String> keys, Duration time, StopSignal stop) {
        var nap = new Nap(keys, new CountDownLatch(1));
        Runnable waker = nap.end()::countDown;
        naps.add(nap);
        stop.wakes(waker);
        try {
            nap.end().await(time.toNanos(), TimeUnit.NANOSECONDS);
            return !stop.given();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            stop.forget(waker);
            naps.remove(nap);
        }
    }

    /// Ends the sleep of everybody who waits for one of these counters.
    public void wake(Collection<String> keys) {
        for (Nap nap : naps) {
            if (keys.stream().anyMatch(nap.keys()::contains)) {
                nap.end().countDown();
            }
        }
    }
}
