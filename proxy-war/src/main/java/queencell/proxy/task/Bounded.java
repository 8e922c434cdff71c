package queencell.proxy.task;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// Waits for blocking work no longer than told. At the stop a driver may hang longer than there is time.
public final class Bounded {

    private Bounded() {}

    /// Runs `work` in a thread of its own and waits at most `patience` for its end; work that takes longer goes on,
    /// and nobody waits for it.
    ///
    /// @return whether it ended in time
    /// @throws RuntimeException what the work threw, when it ended in time; an error is the cause of it
    public static boolean run(Duration patience, Runnable work) {
        var over = new CountDownLatch(1);
        var failure = new AtomicReference<RuntimeException>();
        Thread.ofVirtual().name("bounded").start(() -> {
            try {
                work.run();
            } catch (RuntimeException thrown) {
                failure.set(thrown);
            } catch (Throwable fault) {
                // nobody would hear of it in this thread
                failure.set(new IllegalStateException(fault.toString(), fault));
            } finally {
                over.countDown();
            }
        });
        try {
            if (!over.await(Math.max(0, patience.toMillis()), TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
        if (failure.get() != null) {
            throw failure.get();
        }
        return true;
    }
}
