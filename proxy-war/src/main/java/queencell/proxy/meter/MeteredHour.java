package queencell.proxy.meter;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import queencell.proxy.database.Pxdb;

/// Messages that were metered minute by minute, as far as they are written.
///
/// @param minutes a minute without usage may be missing
public record MeteredHour(SortedMap<Instant, Count> minutes) {

    /// @param pushed of class `push`
    /// @param delivered of class `delivery`
    public record Count(long pushed, long delivered) {
        public static final Count NONE = new Count(0, 0);
    }

    public MeteredHour {
        minutes = Collections.unmodifiableSortedMap(new TreeMap<>(minutes));
    }

    public long pushed() {
        return minutes.values().stream().mapToLong(Count::pushed).sum();
    }

    public long delivered() {
        return minutes.values().stream().mapToLong(Count::delivered).sum();
    }

    /// Reads the minutes from `from` until before `to`. Blocks.
    public static MeteredHour read(Pxdb pxdb, UUID cluster, Instant from, Instant to) {
        SortedMap<Instant, Count> minutes = new TreeMap<>();
        pxdb.writeJdbc(connection -> {
            try (var query = connection.prepareStatement("""
                    select minute, coalesce(sum(msgs) filter (where op_class = 'push'), 0),
                           coalesce(sum(msgs) filter (where op_class = 'delivery'), 0)
                      from queen_proxy.usage_minutes
                     where cluster_id = ? and minute >= ? and minute < ?
                     group by minute
                    """)) {
                query.setObject(1, cluster);
                query.setTimestamp(2, Timestamp.from(from));
                query.setTimestamp(3, Timestamp.from(to));
                try (var rows = query.executeQuery()) {
                    while (rows.next()) {
                        minutes.put(rows.getTimestamp(1).toInstant(), new Count(rows.getLong(2), rows.getLong(3)));
                    }
                }
            }
        });
        return new MeteredHour(minutes);
    }
}
