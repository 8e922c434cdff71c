package queencell.gate.stage;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Between stages that want to know whether the stored document still is what they run, and the loop that compares the
/// two (runtime, 13.1). Thread-safe.
public final class StoreChecks {
    /// A replica that is given a document runs it first and stores it then, by a call that may take ten
    /// seconds.
    static final Duration STORED_AFTER = Duration.ofSeconds(12);

    /// How long a claim is held for it. Then it is given back, and whoever takes it up asks anew.
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /// A store that is down is left alone for that long.
    private static final Duration REST = Duration.ofSeconds(1);

    private final LongSupplier nanoClock;
    private final Duration storedAfter;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean asked;
    private long askedFor;
    private long passes;
    private long lastBegan;
    private long notBefore;
    private Set<String> confirmed = Set.of();

    public StoreChecks(LongSupplier nanoClock) {
        this(nanoClock, STORED_AFTER);
    }

    StoreChecks(LongSupplier nanoClock, Duration storedAfter) {
        this.nanoClock = nanoClock;
        this.storedAfter = storedAfter;
        this.notBefore = nanoClock.getAsLong();
    }

    /// Has the store looked at, soon but not before a document of this moment is in it. A stage that has to change is
    /// stopped by that pass. Asks again after a pass that began too early, or said nothing about this graph.
    ///
    /// @param graph `application/graph`
    /// @return false when the stage stopped, or nobody could tell for a minute; otherwise what it runs is
    ///     what is stored
    boolean await(String graph, StopSignal stop) {
        var told = new AtomicBoolean();
        long end = nanoClock.getAsLong() + PATIENCE.toNanos();
        long from = nanoClock.getAsLong() + storedAfter.toNanos();
        return waiting(stop, () -> {
                    long seen = passes - 1;
                    long left = end - nanoClock.getAsLong();
                    while (!stop.given() && left > 0) {
                        if (confirmed.contains(graph) && lastBegan - from >= 0) {
                            told.set(true);
                            return;
                        }
                        if (seen != passes) {
                            seen = passes;
                            ask(from);
                        }
                        changed.await(left, TimeUnit.NANOSECONDS);
                        left = end - nanoClock.getAsLong();
                    }
                })
                && told.get();
    }

    private void ask(long from) {
        long soonest = notBefore - from > 0 ? notBefore : from;
        if (!asked || askedFor - soonest > 0) {
            askedFor = soonest;
            asked = true;
            changed.signalAll();
        }
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

    /// A pass has ended.
    ///
    /// @param beganNanos when it began
    /// @param same graphs, as `application/graph`, that run here just as that pass read them; none when the store
    ///     could not be read
    public void passed(long beganNanos, Set<String> same) {
        lock.lock();
        try {
            passes++;
            lastBegan = beganNanos;
            confirmed = Set.copyOf(same);
            // whoever is not served by it asks again
            notBefore = nanoClock.getAsLong() + REST.toNanos();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Whether the last pass found the graph stored as it runs here.
    public boolean confirmed(String graph) {
        lock.lock();
        try {
            return confirmed.contains(graph);
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
