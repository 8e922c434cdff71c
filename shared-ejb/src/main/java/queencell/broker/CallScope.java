package queencell.broker;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Calls that end together: a graph's parked polls are aborted at a redeclare, all calls at shutdown (wire,
/// 23.7).
///
/// Any thread may cancel. A cancelled scope stays cancelled: calls in flight are cut by closing their
/// connection, waits end, later calls are refused before anything is sent.
public final class CallScope {

    /// What can be cut from another thread.
    interface Abortable {
        void abort();
    }

    private final Set<Abortable> running = ConcurrentHashMap.newKeySet();
    private volatile boolean cancelled;

    public void cancel() {
        cancelled = true;
        running.forEach(Abortable::abort);
    }

    public boolean cancelled() {
        return cancelled;
    }

    /// Registers a call that is about to send.
    ///
    /// @return false when the scope was cancelled: nothing may be sent
    boolean enter(Abortable call) {
        running.add(call);
        // looked at after adding, so that a cancel between the two lines finds the call
        if (cancelled()) {
            running.remove(call);
            return false;
        }
        return true;
    }

    void leave(Abortable call) {
        running.remove(call);
    }

    /// Waits, or until the scope is cancelled.
    ///
    /// @return false when the wait was cut
    boolean pause(Duration time) throws InterruptedException {
        var cut = new CountDownLatch(1);
        Abortable wait = cut::countDown;
        if (!enter(wait)) {
            return false;
        }
        try {
            return !cut.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            leave(wait);
        }
    }
}
