package queencell.gate.stage;

import static queencell.log.Field.field;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import queencell.broker.Extended;
import queencell.log.EventLog;
import queencell.log.Sampler;

/// Extends the leases of claims that are being worked on, each one `renewEvery` after it was taken (runtime, 3).
///
/// One thread looks at all of them; the calls themselves run side by side, so that a slow one delays no other. Start it
/// with [#run] on a virtual thread; it ends when interrupted.
public final class LeaseKeeper implements Runnable {
    private static final EventLog LOG = EventLog.of("gate.stage");

    private final Executor calls;
    private final LongSupplier nanoClock;
    private final int leaseSeconds;
    private final long renewNanos;
    private final Set<Lease> kept = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final Sampler losses = Sampler.every(Duration.ofSeconds(5));
    private volatile boolean idle;

    /// The broker's lease extension.
    @FunctionalInterface
    public interface ExtendCall {
        Extended extend(String leaseId, int seconds);
    }

    public LeaseKeeper(StageSettings settings, Executor calls, LongSupplier nanoClock) {
        this.calls = calls;
        this.nanoClock = nanoClock;
        this.leaseSeconds = settings.leaseSeconds();
        this.renewNanos = settings.renewEvery().toNanos();
    }

    /// Keeps the lease of a claim that was just answered.
    ///
    /// @param holders how many partitions of the claim will let go of it
    /// @param extend asks the broker that gave the claim
    Lease keep(String leaseId, int holders, ExtendCall extend) {
        var lease = new Lease(leaseId, holders, nanoClock.getAsLong() + renewNanos, this, extend);
        kept.add(lease);
        // due later than the keeper looks again, so only one that waits for the first lease has to be told
        if (idle) {
            wake();
        }
        return lease;
    }

    void drop(Lease lease) {
        kept.remove(lease);
    }

    /// Extends once over a wait, and not again before its end (ruling on shelved claims).
    ///
    /// @return false when the lease is gone
    boolean coverWait(Lease lease, Duration wait) {
        int seconds = Math.toIntExact(Math.min(Integer.MAX_VALUE, wait.toSeconds() + 1)) + leaseSeconds;
        lease.nextRenewalNanos(nanoClock.getAsLong() + wait.toNanos() + renewNanos);
        return switch (lease.extend(seconds)) {
            case Extended.Renewed renewed -> true;
            case Extended.Lost lost -> {
                lease.lose();
                yield false;
            }
            // the ordinary renewals go on trying
            case Extended.Failed failed -> {
                lease.nextRenewalNanos(nanoClock.getAsLong() + renewNanos);
                yield true;
            }
        };
    }

    @Override
    public void run() {
        try {
            while (true) {
                long now = nanoClock.getAsLong();
                // not longer than a lease of this moment may wait: those that cover a shelved claim are due later
                long next = renewNanos;
                boolean none = true;
                for (Lease lease : kept) {
                    none = false;
                    long due = lease.nextRenewalNanos() - now;
                    if (due <= 0) {
                        lease.nextRenewalNanos(now + renewNanos);
                        calls.execute(() -> renew(lease));
                        due = renewNanos;
                    }
                    next = Math.min(next, due);
                }
                sleep(next, none);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void renew(Lease lease) {
        if (kept.contains(lease) && lease.extend(leaseSeconds) instanceof Extended.Lost) {
            // a claim that was settled while the call was on its way has no lease either
            if (kept.remove(lease)) {
                lease.lose();
                losses.letThrough()
                        .ifPresent(suppressed ->
                                LOG.warn("lease_lost", field("lease", lease.id()), field("suppressed", suppressed)));
            }
        }
    }

    private void sleep(long nanos, boolean none) throws InterruptedException {
        lock.lock();
        try {
            if (none) {
                // said before looking, so that a lease added between the two is seen by one side
                idle = true;
                if (kept.isEmpty()) {
                    added.await();
                }
                idle = false;
            } else {
                added.await(nanos, TimeUnit.NANOSECONDS);
            }
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        lock.lock();
        try {
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
