package queencell.proxy.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.Rate;

class TokenBucketTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Rate FIVE_BURST_25 = new Rate(5, 25);

    @Test
    void a_burst_is_admitted_and_then_exactly_the_refill() {
        TokenBucket bucket = TokenBucket.full(FIVE_BURST_25, 0);
        for (int n = 0; n < 25; n++) {
            bucket = allowed(bucket.take(1, FIVE_BURST_25, 0));
        }
        assertThat(bucket.take(1, FIVE_BURST_25, SECOND / 5 - 1)).isInstanceOf(Take.Denied.class);
        bucket = allowed(bucket.take(1, FIVE_BURST_25, SECOND / 5));
        assertThat(bucket.wholeTokens()).isZero();
    }

    @Test
    void asking_often_must_not_lose_or_win_fractions_of_tokens() {
        Rate third = new Rate(3, 1);
        TokenBucket bucket = allowed(TokenBucket.full(third, 0).take(1, third, 0));
        for (long now = 1; now < SECOND / 3; now += 1_000_003) {
            Take take = bucket.take(1, third, now);
            assertThat(take).isInstanceOf(Take.Denied.class);
            bucket = take.after();
        }
        // a third of a second is no whole number of nanoseconds
        assertThat(bucket.take(1, third, SECOND / 3)).isInstanceOf(Take.Denied.class);
        assertThat(bucket.take(1, third, SECOND / 3 + 1)).isInstanceOf(Take.Allowed.class);
    }

    @Test
    void a_refusal_must_change_nothing() {
        TokenBucket bucket = allowed(TokenBucket.full(FIVE_BURST_25, 0).take(23, FIVE_BURST_25, 0));
        assertThat(bucket.take(3, FIVE_BURST_25, 0).after()).isEqualTo(bucket);
        assertThat(bucket.take(2, FIVE_BURST_25, 0)).isInstanceOf(Take.Allowed.class);
    }

    @Test
    void a_batch_above_the_burst_must_not_be_told_to_wait_for_ever() {
        Take take = TokenBucket.full(FIVE_BURST_25, 0).take(26, FIVE_BURST_25, 0);
        assertThat(take).isInstanceOfSatisfying(Take.OverCapacity.class, over -> {
            assertThat(over.capacity()).isEqualTo(25);
            assertThat(over.retryAfter()).isEqualTo(Duration.ofSeconds(1));
        });
        assertThat(TokenBucket.full(FIVE_BURST_25, 0).take(Long.MAX_VALUE, FIVE_BURST_25, 0))
                .isInstanceOf(Take.OverCapacity.class);
    }

    @Test
    void the_wait_is_whole_seconds_rounded_up_from_1_to_60() {
        assertThat(waitAfterEmptying(new Rate(5, 25), 1)).isEqualTo(1);
        assertThat(waitAfterEmptying(new Rate(5, 25), 6)).isEqualTo(2);
        assertThat(waitAfterEmptying(new Rate(5, 25), 10)).isEqualTo(2);
        assertThat(waitAfterEmptying(new Rate(1, 1000), 1000)).isEqualTo(60);
        assertThat(waitAfterEmptying(new Rate(0, 10), 1)).isEqualTo(60);
        assertThat(waitAfterEmptying(new Rate(Integer.MAX_VALUE, 2L * Integer.MAX_VALUE), 1))
                .isEqualTo(1);
    }

    @Test
    void an_upgrade_must_not_give_tokens_and_a_downgrade_cuts_them() {
        TokenBucket bucket = allowed(TokenBucket.full(FIVE_BURST_25, 0).take(20, FIVE_BURST_25, 0));
        assertThat(bucket.refilled(new Rate(100, 1000), 0).wholeTokens()).isEqualTo(5);
        assertThat(bucket.refilled(new Rate(1, 2), 0).wholeTokens()).isEqualTo(2);
    }

    @Test
    void a_debt_must_not_grow_below_minus_the_capacity() {
        TokenBucket bucket = TokenBucket.full(FIVE_BURST_25, 0).debit(30, FIVE_BURST_25, 0);
        assertThat(bucket.nanoTokens()).isEqualTo(-5 * SECOND);
        assertThat(bucket.wholeTokens()).isZero();
        assertThat(bucket.debit(1_000_000, FIVE_BURST_25, 0).nanoTokens()).isEqualTo(-25 * SECOND);
        assertThat(bucket.debit(Long.MAX_VALUE, FIVE_BURST_25, 0).nanoTokens()).isEqualTo(-25 * SECOND);
        assertThat(bucket.take(1, FIVE_BURST_25, SECOND + SECOND / 5 - 1)).isInstanceOf(Take.Denied.class);
        assertThat(bucket.take(1, FIVE_BURST_25, SECOND + SECOND / 5)).isInstanceOf(Take.Allowed.class);
    }

    @Test
    void the_largest_rate_must_not_overflow() {
        Rate largest = new Rate(Integer.MAX_VALUE, 2L * Integer.MAX_VALUE);
        TokenBucket indebted = TokenBucket.full(largest, 0).debit(Long.MAX_VALUE, largest, 0);
        assertThat(indebted.nanoTokens()).isEqualTo(-largest.capacity() * SECOND);
        assertThat(indebted.secondsUntilFull(largest)).isEqualTo(4);
        assertThat(indebted.refilled(largest, 2 * SECOND).wholeTokens()).isZero();
        assertThat(indebted.refilled(largest, Long.MAX_VALUE).wholeTokens()).isEqualTo(largest.capacity());
        assertThat(((Take.Refused) indebted.take(largest.capacity(), largest, 0)).retryAfter())
                .hasSeconds(4);
    }

    private static long waitAfterEmptying(Rate rate, long n) {
        TokenBucket empty = allowed(TokenBucket.full(rate, 0).take(rate.capacity(), rate, 0));
        return ((Take.Refused) empty.take(n, rate, 0)).retryAfter().toSeconds();
    }

    private static TokenBucket allowed(Take take) {
        assertThat(take).isInstanceOf(Take.Allowed.class);
        return take.after();
    }
}
