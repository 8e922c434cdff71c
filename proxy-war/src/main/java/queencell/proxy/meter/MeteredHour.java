package queencell.proxy.meter;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.UUID;
import queencell.proxy.database.Pxdb;

/// Messages that were metered in some minutes, as far as they are written.
///
/// @param pushed of class `push`
/// @param delivered of class `delivery`
public record MeteredHour(long pushed, long delivered) {

    /// Reads the minutes from `from` until before `to`. Blocks.
    public static MeteredHour read(Pxdb pxdb, UUID cluster, Instant from, Instant to) {
        var found = new MeteredHour[1];
        pxdb.writeJdbc(connection -> {
            try (var query = connection.prepareStatement("""
                    select coalesce(sum(msgs) filter (where op_class = 'push'), 0),
                           coalesce(sum(msgs) filter (where op_class = 'delivery'), 0)
                      from queen_proxy.usage_minutes
                     where cluster_id = ? and minute >= ? and minute < ?
                    """)) {
                query.setObject(1, cluster);
                query.setTimestamp(2, Timestamp.from(from));
                query.setTimestamp(3, Timestamp.from(to));
                try (var row = query.executeQuery()) {
                    row.next();
                    found[0] = new MeteredHour(row.getLong(1), row.getLong(2));
                }
            }
        });
        return found[0];
    }
}
