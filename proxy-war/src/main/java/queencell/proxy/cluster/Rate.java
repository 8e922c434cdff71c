package queencell.proxy.cluster;

import java.util.Optional;
import java.util.OptionalLong;

/// How fast a bucket fills and how much it holds, in tokens (pipeline, 7.2).
///
/// Stands beside the limits it is made of; the buckets themselves are room `proxy.limit`.
///
/// @param perSecond 0 to 2,147,483,647
/// @param capacity 0 to twice that; also the depth to which deliveries may put the bucket in debt
public record Rate(long perSecond, long capacity) {
    private static final long MOST_PER_SECOND = Integer.MAX_VALUE;
    private static final long MOST_CAPACITY = 2 * MOST_PER_SECOND;

    public Rate {
        if (perSecond < 0 || perSecond > MOST_PER_SECOND || capacity < 0 || capacity > MOST_CAPACITY) {
            throw new IllegalArgumentException(
                    "rate %d/s, capacity %d: the rate must be 0 to %d and the capacity 0 to %d"
                            .formatted(perSecond, capacity, MOST_PER_SECOND, MOST_CAPACITY));
        }
    }

    /// From effective limits: no rate is unlimited, whatever the burst says; no burst means two seconds' worth.
    public static Optional<Rate> of(OptionalLong perSecond, OptionalLong burst) {
        if (perSecond.isEmpty()) {
            return Optional.empty();
        }
        long rate = Math.clamp(perSecond.getAsLong(), 0, MOST_PER_SECOND);
        long capacity = Math.clamp(burst.orElse(2 * rate), 0, MOST_CAPACITY);
        return Optional.of(new Rate(rate, capacity));
    }
}
