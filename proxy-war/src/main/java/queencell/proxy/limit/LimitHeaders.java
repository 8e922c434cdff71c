package queencell.proxy.limit;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;
import queencell.proxy.cluster.Rate;

/// The fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10 (pipeline, 7.14): one
/// item per limit that applies to the route. Immutable; `with…` adds an item.
///
/// Made for every answer, so that the texts grow item by item and nothing is kept of the items themselves.
public final class LimitHeaders {
    public static final String POLICY = "RateLimit-Policy";
    public static final String STATE = "RateLimit";
    public static final LimitHeaders NONE = new LimitHeaders("", "");

    /// The month asked for last; it changes twelve times a year.
    private static volatile Month lastMonth = Month.of(Instant.EPOCH);

    private final String policy;
    private final String state;

    /// A UTC month.
    private record Month(Instant start, Instant end) {
        static Month of(Instant moment) {
            YearMonth month = YearMonth.from(moment.atOffset(ZoneOffset.UTC));
            return new Month(
                    month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant(),
                    month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant());
        }

        boolean holds(Instant moment) {
            return !moment.isBefore(start) && moment.isBefore(end);
        }

        long seconds() {
            return end.getEpochSecond() - start.getEpochSecond();
        }
    }

    private LimitHeaders(String policy, String state) {
        this.policy = policy;
        this.state = state;
    }

    /// The request bucket.
    public LimitHeaders withRequests(Rate rate, TokenBucket bucket) {
        return withBucket("req", rate, bucket);
    }

    /// The message bucket, for routes that take its tokens.
    public LimitHeaders withMessages(Rate rate, TokenBucket bucket) {
        return withBucket("msgs", rate, bucket);
    }

    /// The monthly quota, for routes that produce or deliver.
    ///
    /// @param used messages counted in the UTC month of `now`
    public LimitHeaders withMonth(long quota, long used, Instant now) {
        Month month = lastMonth;
        if (!month.holds(now)) {
            month = Month.of(now);
            lastMonth = month;
        }
        long reset = Math.ceilDiv(month.end().toEpochMilli() - now.toEpochMilli(), 1000L);
        return with("month", quota, month.seconds(), Math.max(0, quota - used), reset);
    }

    /// The value of [#POLICY]; empty if no limit applies.
    public Optional<String> policy() {
        return Optional.of(policy).filter(text -> !text.isEmpty());
    }

    /// The value of [#STATE]; empty if no limit applies.
    public Optional<String> state() {
        return Optional.of(state).filter(text -> !text.isEmpty());
    }

    private LimitHeaders withBucket(String name, Rate rate, TokenBucket bucket) {
        if (rate.perSecond() == 0) {
            // it never fills, so that there is no time to tell
            return and('"' + name + "\";q=" + rate.capacity(), '"' + name + "\";r=" + bucket.wholeTokens());
        }
        long window = Math.max(1, Math.ceilDiv(rate.capacity(), rate.perSecond()));
        return with(name, rate.capacity(), window, bucket.wholeTokens(), bucket.secondsUntilFull(rate));
    }

    /// @param resetSeconds until `left` would be `quota`
    private LimitHeaders with(String name, long quota, long windowSeconds, long left, long resetSeconds) {
        return and(
                '"' + name + "\";q=" + quota + ";w=" + windowSeconds,
                '"' + name + "\";r=" + left + ";t=" + resetSeconds);
    }

    private LimitHeaders and(String morePolicy, String moreState) {
        return policy.isEmpty()
                ? new LimitHeaders(morePolicy, moreState)
                : new LimitHeaders(policy + ", " + morePolicy, state + ", " + moreState);
    }
}
