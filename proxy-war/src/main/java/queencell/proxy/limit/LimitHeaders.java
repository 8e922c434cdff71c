package queencell.proxy.limit;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import queencell.proxy.cluster.Rate;

/// The fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10 (pipeline, 7.14): one item
/// per limit that applies to the route. Immutable; `with…` adds an item.
public final class LimitHeaders {
    public static final String POLICY = "RateLimit-Policy";
    public static final String STATE = "RateLimit";
    public static final LimitHeaders NONE = new LimitHeaders(List.of());

    private final List<Item> items;

    /// @param windowSeconds empty for a bucket that never fills
    /// @param resetSeconds until `left` would be `quota`; empty likewise
    private record Item(String name, long quota, OptionalLong windowSeconds, long left, OptionalLong resetSeconds) {
        String policy() {
            return '"' + name + "\";q=" + quota + parameter(";w=", windowSeconds);
        }

        String state() {
            return '"' + name + "\";r=" + left + parameter(";t=", resetSeconds);
        }

        private static String parameter(String key, OptionalLong value) {
            return value.isPresent() ? key + value.getAsLong() : "";
        }
    }

    private LimitHeaders(List<Item> items) {
        this.items = items;
    }

    /// The request bucket.
    public LimitHeaders withRequests(Rate rate, TokenBucket bucket) {
        return with(bucketItem("req", rate, bucket));
    }

    /// The message bucket, for routes that take its tokens.
    public LimitHeaders withMessages(Rate rate, TokenBucket bucket) {
        return with(bucketItem("msgs", rate, bucket));
    }

    /// The monthly quota, for routes that produce or deliver.
    ///
    /// @param used messages counted in the UTC month of `now`
    public LimitHeaders withMonth(long quota, long used, Instant now) {
        YearMonth month = YearMonth.from(now.atOffset(ZoneOffset.UTC));
        Instant start = month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        Instant end = month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        long window = Duration.between(start, end).toSeconds();
        long reset = Math.ceilDiv(Duration.between(now, end).toMillis(), 1000L);
        return with(
                new Item("month", quota, OptionalLong.of(window), Math.max(0, quota - used), OptionalLong.of(reset)));
    }

    /// The value of [#POLICY]; empty if no limit applies.
    public Optional<String> policy() {
        return items.isEmpty()
                ? Optional.empty()
                : Optional.of(joined(items.stream().map(Item::policy).toList()));
    }

    /// The value of [#STATE]; empty if no limit applies.
    public Optional<String> state() {
        return items.isEmpty()
                ? Optional.empty()
                : Optional.of(joined(items.stream().map(Item::state).toList()));
    }

    private static String joined(List<String> texts) {
        return String.join(", ", texts);
    }

    private LimitHeaders with(Item item) {
        List<Item> more = new ArrayList<>(items);
        more.add(item);
        return new LimitHeaders(List.copyOf(more));
    }

    private static Item bucketItem(String name, Rate rate, TokenBucket bucket) {
        if (rate.perSecond() == 0) {
            return new Item(name, rate.capacity(), OptionalLong.empty(), bucket.wholeTokens(), OptionalLong.empty());
        }
        long window = Math.max(1, Math.ceilDiv(rate.capacity(), rate.perSecond()));
        return new Item(
                name,
                rate.capacity(),
                OptionalLong.of(window),
                bucket.wholeTokens(),
                OptionalLong.of(bucket.secondsUntilFull(rate)));
    }
}
