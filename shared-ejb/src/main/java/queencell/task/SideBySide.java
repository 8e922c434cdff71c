package queencell.task;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// Work on many things that mostly waits for others, some of it at once.
public final class SideBySide {

    private SideBySide() {}

    /// Does `work` for each item and returns when all of it is done. Blocks. Pieces begin in the order of the items.
    ///
    /// @param atOnce most pieces under way at any time
    /// @param work one piece that fails does not end the others; the first fault is thrown when all have ended
    public static <T> void forEach(Collection<T> items, int atOnce, Consumer<T> work) {
        var places = new Semaphore(atOnce);
        Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (T item : items) {
                // before the thread is made: a thousand clusters are no thousand waiting threads
                places.acquireUninterruptibly();
                threads.execute(() -> {
                    try {
                        work.accept(item);
                    } catch (RuntimeException | Error fault) {
                        faults.add(fault);
                    } finally {
                        places.release();
                    }
                });
            }
        }
        switch (faults.peek()) {
            case RuntimeException fault -> throw fault;
            case Error fault -> throw fault;
            case null, default -> {}
        }
    }
}
