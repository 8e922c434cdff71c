package queencell.proxy.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import queencell.proxy.cluster.Rate;

class TokenBucketPropertyTest {
    private static final BigInteger NANO = BigInteger.valueOf(1_000_000_000L);

    @Property(tries = 500)
    void no_history_may_admit_more_than_capacity_and_refill(
            @ForAll @LongRange(min = 0, max = 2_147_483_647L) long perSecond,
            @ForAll @LongRange(min = 0, max = 4_294_967_294L) long capacity,
            @ForAll @Size(max = 40) List<@LongRange(min = 0, max = 5_000_000_000L) Long> steps) {
        Rate rate = new Rate(perSecond, capacity);
        TokenBucket bucket = TokenBucket.full(rate, 0);
        BigInteger model = NANO.multiply(BigInteger.valueOf(capacity));
        BigInteger full = model;
        long now = 0;
        for (long step : steps) {
            now += step;
            model = model.add(BigInteger.valueOf(step).multiply(BigInteger.valueOf(perSecond)))
                    .min(full);
            long n = step % 7 + 1;
            BigInteger price = NANO.multiply(BigInteger.valueOf(n));
            Take take;
            if (step % 3 == 0) {
                model = model.subtract(price).max(full.negate());
                bucket = bucket.debit(n, rate, now);
            } else {
                boolean fits = model.compareTo(price) >= 0;
                model = fits ? model.subtract(price) : model;
                take = bucket.take(n, rate, now);
                assertThat(take instanceof Take.Allowed)
                        .as("step %d at %d", step, now)
                        .isEqualTo(fits);
                bucket = take.after();
            }
            assertThat(BigInteger.valueOf(bucket.nanoTokens())).isEqualTo(model);
        }
    }

    @Property(tries = 500)
    void whoever_waits_as_told_is_admitted(
            @ForAll @LongRange(min = 1, max = 1000) long perSecond,
            @ForAll @LongRange(min = 1, max = 1000) long capacity,
            @ForAll @LongRange(min = 1, max = 1000) long n) {
        Rate rate = new Rate(perSecond, capacity);
        TokenBucket empty = TokenBucket.full(rate, 0).take(capacity, rate, 0).after();
        if (empty.take(n, rate, 0) instanceof Take.Denied denied
                && denied.retryAfter().toSeconds() < 60) {
            long later = denied.retryAfter().toNanos();
            assertThat(empty.take(n, rate, later)).isInstanceOf(Take.Allowed.class);
        }
    }
}
