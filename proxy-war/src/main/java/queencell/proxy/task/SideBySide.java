package queencell.proxy.task;

import java.util.Collection;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// Work on many things that mostly waits for others, some of it at once.
public final class SideBySide {

    private SideBySide() {}

    /// Does `work` for each item and returns when all of it is done. Blocks.
    ///
    /// @param atOnce most pieces under way at any time
    /// @param work deals with its own failures: one of its pieces must not end the others
    public static <T> void forEach(Collection<T> items, int atOnce, Consumer<T> work) {
        var places = new Semaphore(atOnce);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (T item : items) {
                // before the thread is made: a thousand clusters are no thousand waiting threads
                places.acquireUninterruptibly();
                threads.execute(() -> {
                    try {
                        work.accept(item);
                    } finally {
                        places.release();
                    }
                });
            }
        }
    }
}
