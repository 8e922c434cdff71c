package queencell.gate.stage;

import java.util.concurrent.atomic.AtomicInteger;
import queencell.broker.Extended;

/// The lease of a claim while somebody works under it. Several partitions of one claim share it; the last one to let go
/// ends the renewals. Thread-safe.
final class Lease {
    private final String id;
    private final LeaseKeeper keeper;
    private final LeaseKeeper.ExtendCall extend;
    private final AtomicInteger holders;
    private volatile boolean lost;
    private volatile long nextRenewalNanos;

    Lease(String id, int holders, long nextRenewalNanos, LeaseKeeper keeper, LeaseKeeper.ExtendCall extend) {
        this.id = id;
        this.holders = new AtomicInteger(holders);
        this.nextRenewalNanos = nextRenewalNanos;
        this.keeper = keeper;
        this.extend = extend;
    }

    String id() {
        return id;
    }

    Extended extend(int seconds) {
        return extend.extend(id, seconds);
    }

    /// Gone: the messages are offered to somebody else, or were settled by a call whose answer was lost.
    boolean lost() {
        return lost;
    }

    void lose() {
        lost = true;
    }

    long nextRenewalNanos() {
        return nextRenewalNanos;
    }

    void nextRenewalNanos(long at) {
        nextRenewalNanos = at;
    }

    void letGo() {
        if (holders.decrementAndGet() == 0) {
            keeper.drop(this);
        }
    }
}
