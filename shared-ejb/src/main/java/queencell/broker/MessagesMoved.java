package queencell.broker;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// How many messages a tenant pushed and was given, minute by minute, as the broker counted them (wire, 16).
///
/// @param minutes a minute in which nothing moved may be missing
public record MessagesMoved(SortedMap<Instant, Count> minutes) {

    /// @param pushed items of pushes, those refused as duplicates included; pushes within transactions are not (proven
    ///     on 1.3.0)
    /// @param popped messages delivered, each delivery counted
    public record Count(long pushed, long popped) {
        public static final Count NONE = new Count(0, 0);

        Count plus(Count more) {
            return new Count(pushed + more.pushed, popped + more.popped);
        }
    }

    public MessagesMoved {
        minutes = Collections.unmodifiableSortedMap(new TreeMap<>(minutes));
    }

    public long pushed() {
        return minutes.values().stream().mapToLong(Count::pushed).sum();
    }

    public long popped() {
        return minutes.values().stream().mapToLong(Count::popped).sum();
    }
}
