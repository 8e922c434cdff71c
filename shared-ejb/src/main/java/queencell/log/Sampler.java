package queencell.log;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Lets one event of a kind through per period and counts the rest (`suppressed=n`). Thread-safe, lock-free.
public final class Sampler {
    private final long periodNanos;
    private final LongSupplier nanoClock;
    private final AtomicLong nextAt;
    private final AtomicLong suppressed = new AtomicLong();

    public Sampler(Duration period, LongSupplier nanoClock) {
        this.periodNanos = period.toNanos();
        this.nanoClock = nanoClock;
        this.nextAt = new AtomicLong(nanoClock.getAsLong());
    }

    public static Sampler every(Duration period) {
        return new Sampler(period, System::nanoTime);
    }

    /// How many events were suppressed since the last one let through; empty when this one is to be suppressed.
    public OptionalLong letThrough() {
        long now = nanoClock.getAsLong();
        long due = nextAt.get();
        if (now - due < 0 || !nextAt.compareAndSet(due, now + periodNanos)) {
            suppressed.incrementAndGet();
            return OptionalLong.empty();
        }
        return OptionalLong.of(suppressed.getAndSet(0));
    }
}
