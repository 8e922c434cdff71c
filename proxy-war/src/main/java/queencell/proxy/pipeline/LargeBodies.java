package queencell.proxy.pipeline;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// Judges large bodies a few at a time: what is kept of one while it is judged may be as long as the body, and
/// nobody is served sooner by judging more than there are cores. First come, first served. Callers wait, so none
/// belongs on an event loop. Thread-safe.
final class LargeBodies {
    private static final int FEWEST = 2;
    private static final int MOST = 4;

    private final Semaphore places;

    LargeBodies() {
        this(Math.clamp(Runtime.getRuntime().availableProcessors(), FEWEST, MOST));
    }

    LargeBodies(int atOnce) {
        places = new Semaphore(atOnce, true);
    }

    /// Whatever comes out of it, the next one has its turn.
    <T> T inTurn(Supplier<T> judging) {
        places.acquireUninterruptibly();
        try {
            return judging.get();
        } finally {
            places.release();
        }
    }
}
