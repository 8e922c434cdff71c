package queencell.proxy.forward;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Answers that are read on for their observers after their clients have left (`[A17]`), so that a stop can wait for
/// them. Thread-safe; an answer whose client stays never comes here.
final class DetachedRelays {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();
    private final Set<AnswerRelay> open = new HashSet<>();

    void add(AnswerRelay relay) {
        lock.lock();
        try {
            open.add(relay);
        } finally {
            lock.unlock();
        }
    }

    /// Its end was told.
    void remove(AnswerRelay relay) {
        lock.lock();
        try {
            open.remove(relay);
            if (open.isEmpty()) {
                none.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Waits until all have ended, at most so long. Blocks.
    ///
    /// @return those that have not
    List<AnswerRelay> await(Duration patience) {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (!open.isEmpty() && left > 0) {
                left = none.awaitNanos(left);
            }
            return List.copyOf(open);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.copyOf(open);
        } finally {
            lock.unlock();
        }
    }
}
