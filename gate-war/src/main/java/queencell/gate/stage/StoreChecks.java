package queencell.gate.stage;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Between stages that want to know whether the stored document still is what they run, and the loop that compares the
/// two (runtime, 13.1). Thread-safe.
public final class StoreChecks {
    /// A replica that is given a document runs it first and stores it then; the store has it after this time.
    static final Duration STORED_AFTER = Duration.ofSeconds(1);

    private final LongSupplier nanoClock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean asked;
    private long askedFor;
    private boolean passed;
    private long lastPass;

    public StoreChecks(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /// Has the store looked at, soon but not before a document of this moment is in it. A stage that has to change is
    /// stopped by that pass.
    ///
    /// @return false when the stage stopped; otherwise what it runs is what is stored
    boolean await(StopSignal stop) {
        long from = nanoClock.getAsLong() + STORED_AFTER.toNanos();
        return waiting(stop, () -> {
            if (!asked || askedFor - from > 0) {
                askedFor = from;
                asked = true;
                changed.signalAll();
            }
            while (!stop.given() && !(passed && lastPass - from >= 0)) {
                changed.await();
            }
        });
    }

    /// Waits until the next pass is due: a period from now, or sooner when a stage asks.
    ///
    /// @return false when the process stops
    public boolean awaitNext(Duration period, StopSignal stop) {
        long end = nanoClock.getAsLong() + period.toNanos();
        return waiting(stop, () -> {
            while (!stop.given()) {
                long due = asked && askedFor - end < 0 ? askedFor : end;
                long left = due - nanoClock.getAsLong();
                if (left <= 0) {
                    break;
                }
                changed.await(left, TimeUnit.NANOSECONDS);
            }
            asked = false;
        });
    }

    /// A pass that read the whole store has ended.
    ///
    /// @param startedNanos when it began
    public void passed(long startedNanos) {
        lock.lock();
        try {
            passed = true;
            lastPass = startedNanos;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @FunctionalInterface
    private interface Wait {
        void run() throws InterruptedException;
    }

    private boolean waiting(StopSignal stop, Wait wait) {
        Runnable waker = this::wake;
        stop.wakes(waker);
        lock.lock();
        try {
            wait.run();
            return !stop.given();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
            stop.forget(waker);
        }
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
