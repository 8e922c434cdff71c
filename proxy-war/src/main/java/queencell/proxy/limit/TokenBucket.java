package queencell.proxy.limit;

import java.time.Duration;
import queencell.proxy.cluster.Rate;

/// The content of one bucket at one moment (pipeline, 7.2).
///
/// Counted in thousand-millionths of a token, so that a rate per second times nanoseconds is a whole number and a
/// bucket admits exactly its capacity plus its refill, however often it is asked.
///
/// @param nanoTokens what is left; negative after deliveries were debited, at least minus the capacity (OPEN-2)
/// @param refilledNanos monotonic time at which `nanoTokens` was true
public record TokenBucket(long nanoTokens, long refilledNanos) {
    private static final long NANO = 1_000_000_000L;
    private static final long LONGEST_WAIT_SECONDS = 60;

    /// A bucket at its first use.
    public static TokenBucket full(Rate rate, long nowNanos) {
        return new TokenBucket(rate.capacity() * NANO, nowNanos);
    }

    /// Takes `n` tokens or none at all.
    ///
    /// The rate is the plan's current one: an upgrade gives no tokens for free, a downgrade cuts what is over.
    public Take take(long n, Rate rate, long nowNanos) {
        TokenBucket refilled = refilled(rate, nowNanos);
        // asked first, so that no count below overflows
        if (n > rate.capacity()) {
            return new Take.OverCapacity(refilled, rate.capacity(), refilled.waitFor(n, rate));
        }
        long left = refilled.nanoTokens - n * NANO;
        return left >= 0
                ? new Take.Allowed(new TokenBucket(left, nowNanos))
                : new Take.Denied(refilled, refilled.waitFor(n, rate));
    }

    /// Takes `n` tokens whatever is left: deliveries are known only after the fact (7.4).
    public TokenBucket debit(long n, Rate rate, long nowNanos) {
        TokenBucket refilled = refilled(rate, nowNanos);
        long floor = floorOf(rate);
        // asked this way round, a huge count does not overflow
        boolean fits = n <= (refilled.nanoTokens - floor) / NANO;
        return new TokenBucket(fits ? refilled.nanoTokens - n * NANO : floor, nowNanos);
    }

    /// The same bucket at a later moment, under the plan's current rate.
    public TokenBucket refilled(Rate rate, long nowNanos) {
        long capacity = rate.capacity() * NANO;
        long kept = Math.clamp(nanoTokens, floorOf(rate), capacity);
        long elapsed = Math.max(0, nowNanos - refilledNanos);
        long missing = capacity - kept;
        boolean fills = rate.perSecond() > 0 && elapsed >= Math.ceilDiv(missing, rate.perSecond());
        return new TokenBucket(fills ? capacity : kept + elapsed * rate.perSecond(), nowNanos);
    }

    /// Whole tokens left, never below 0.
    public long wholeTokens() {
        return Math.max(0, nanoTokens / NANO);
    }

    /// Whole seconds until the bucket is full, if nothing is taken; only for a rate above 0.
    public long secondsUntilFull(Rate rate) {
        return Math.ceilDiv(rate.capacity() * NANO - nanoTokens, rate.perSecond() * NANO);
    }

    boolean isFull(Rate rate) {
        return nanoTokens >= rate.capacity() * NANO;
    }

    private static long floorOf(Rate rate) {
        return -rate.capacity() * NANO;
    }

    private Duration waitFor(long n, Rate rate) {
        if (rate.perSecond() == 0 || n > Long.MAX_VALUE / NANO / 2) {
            return Duration.ofSeconds(LONGEST_WAIT_SECONDS);
        }
        long seconds = Math.ceilDiv(n * NANO - nanoTokens, rate.perSecond() * NANO);
        return Duration.ofSeconds(Math.clamp(seconds, 1, LONGEST_WAIT_SECONDS));
    }
}
