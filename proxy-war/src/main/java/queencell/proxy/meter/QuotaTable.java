package queencell.proxy.meter;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import queencell.proxy.database.Pxdb;

/// Reads what clusters used this month and leaves what has to be told of it in the outbox (control plane, 14). Blocks.
final class QuotaTable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Clusters without a quota, with one that an override lifts, or that are being deleted, they or their tenant, are
    /// left out.
    private static final String LIMITED = """
            select c.id, c.slug, c.tenant_id, e.quota
              from queen_proxy.clusters c
              join queen_proxy.tenants t on t.id = c.tenant_id
              join queen_proxy.plans p on p.id = c.plan_id
              cross join lateral (
                   select (queen_proxy.effective_cluster(c.id) -> 'limits' ->> 'monthly_msgs_quota')::bigint as quota
                   offset 0) e
             where c.status <> 'deleting' and t.status <> 'deleting'
               and (p.monthly_msgs_quota is not null or c.limit_overrides ? 'monthly_msgs_quota')
               and e.quota is not null
             order by c.id
            """;

    private static final String MESSAGES =
            "select id, queen_proxy.msgs_between(id, ?, ?) as msgs from unnest(?::uuid[]) as counted (id)";

    /// Clusters of one statement: each has the whole of its patience.
    private static final int AT_ONCE = 100;

    /// Below the time after which a connection without an answer is given up, so that the server stops as well.
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private final Pxdb pxdb;
    private final Supplier<String> now;

    QuotaTable(Pxdb pxdb) {
        this(pxdb, () -> "now()");
    }

    /// @param now which moment it is, in SQL
    QuotaTable(Pxdb pxdb, Supplier<String> now) {
        this.pxdb = pxdb;
        this.now = now;
    }

    /// What the database knew at one moment, all of one snapshot and one `now()`.
    ///
    /// @param included the batches, of those that were asked for, that it knew already
    /// @param closed what the next count need not read again
    record Count(List<Month> months, Set<UUID> included, ClosedDays closed) {}

    private record Limited(UUID cluster, String slug, UUID tenant, long quota) {}

    /// @param messages of the month so far, as far as they are written
    /// @param quota what holds after overrides
    record Month(UUID cluster, String slug, UUID tenant, YearMonth month, long messages, long quota) {

        /// `messages` in percent of the quota, truncated; 100 where the quota is 0.
        long percent() {
            return quota == 0
                    ? 100
                    : BigInteger.valueOf(messages)
                            .multiply(BigInteger.valueOf(100))
                            .divide(BigInteger.valueOf(quota))
                            .longValue();
        }

        private String payload() {
            ObjectNode payload = JSON.createObjectNode();
            payload.put("cluster_id", cluster.toString());
            payload.put("cluster_slug", slug);
            payload.put("tenant_id", tenant.toString());
            payload.put("month", month.toString());
            payload.put("msgs", messages);
            payload.put("quota", quota);
            payload.put("percent", percent());
            return payload.toString();
        }
    }

    /// Counts in one snapshot. It may take long: the flush goes on meanwhile.
    ///
    /// @param known days that are not read again
    /// @param meanwhile asked after the snapshot was taken: batches that may have been written before it, or not
    Count count(ClosedDays known, Supplier<List<UUID>> meanwhile) {
        var counted = new Count[1];
        pxdb.writeJdbc(connection -> {
            try (Statement begin = connection.createStatement()) {
                begin.execute("set transaction isolation level repeatable read, read only");
                begin.execute("set local statement_timeout = " + PATIENCE.toMillis());
            }
            LocalDate today = readToday(connection);
            List<Limited> limited = readLimited(connection);
            YearMonth month = YearMonth.from(today);
            List<UUID> clusters = limited.stream().map(Limited::cluster).toList();
            ClosedDays days = known.in(today);
            ClosedDays closed =
                    days.with(readMessages(connection, days.unknown(clusters), month.atDay(1), days.before()));
            Map<UUID, Long> since = readMessages(
                    connection, clusters, closed.before(), month.plusMonths(1).atDay(1));
            List<Month> months = limited.stream()
                    .map(each -> monthOf(each, month, closed.messages().get(each.cluster()), since.get(each.cluster())))
                    .toList();
            counted[0] = new Count(months, readIncluded(connection, meanwhile.get()), closed);
        });
        return counted[0];
    }

    private static Month monthOf(Limited cluster, YearMonth month, long closed, long since) {
        long sum = closed + since;
        return new Month(
                cluster.cluster(),
                cluster.slug(),
                cluster.tenant(),
                month,
                sum < 0 ? Long.MAX_VALUE : sum,
                cluster.quota());
    }

    private LocalDate readToday(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("select (%s at time zone 'UTC')::date".formatted(now.get()))) {
            row.next();
            return row.getObject(1, LocalDate.class);
        }
    }

    private static List<Limited> readLimited(Connection connection) throws SQLException {
        List<Limited> limited = new ArrayList<>();
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery(LIMITED)) {
            while (rows.next()) {
                limited.add(new Limited(
                        rows.getObject("id", UUID.class),
                        rows.getString("slug"),
                        rows.getObject("tenant_id", UUID.class),
                        rows.getLong("quota")));
            }
        }
        return limited;
    }

    private static Map<UUID, Long> readMessages(
            Connection connection, List<UUID> clusters, LocalDate from, LocalDate before) throws SQLException {
        Map<UUID, Long> messages = new HashMap<>();
        for (int at = 0; at < clusters.size(); at += AT_ONCE) {
            List<UUID> some = clusters.subList(at, Math.min(clusters.size(), at + AT_ONCE));
            try (PreparedStatement query = connection.prepareStatement(MESSAGES)) {
                query.setObject(1, from);
                query.setObject(2, before);
                query.setArray(3, connection.createArrayOf("uuid", some.toArray()));
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        messages.put(rows.getObject("id", UUID.class), rows.getLong("msgs"));
                    }
                }
            }
        }
        return messages;
    }

    private static Set<UUID> readIncluded(Connection connection, List<UUID> batches) throws SQLException {
        Set<UUID> included = new HashSet<>();
        try (PreparedStatement query = connection.prepareStatement(
                "select batch_id from queen_proxy.usage_batches where batch_id = any (?)")) {
            query.setArray(1, connection.createArrayOf("uuid", batches.toArray()));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    included.add(rows.getObject(1, UUID.class));
                }
            }
        }
        return included;
    }

    /// Which levels of this cluster and month somebody has announced.
    List<String> announcedKinds(Month month) {
        List<String> kinds = new ArrayList<>();
        pxdb.writeJdbc(connection -> {
            try (PreparedStatement query = connection.prepareStatement("""
                    select kind from queen_proxy.outbox
                     where kind like 'cluster_monthly_quota_%'
                       and payload ->> 'cluster_id' = ? and payload ->> 'month' = ?
                    """)) {
                query.setString(1, month.cluster().toString());
                query.setString(2, month.month().toString());
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        kinds.add(rows.getString(1));
                    }
                }
            }
        });
        return List.copyOf(kinds);
    }

    /// Leaves the event; if another proxy was quicker, nothing happens.
    void announce(String kind, Month month) {
        pxdb.writeJdbc(connection -> emit(connection, kind, month));
    }

    private static void emit(Connection connection, String kind, Month month) throws SQLException {
        try (PreparedStatement call = connection.prepareStatement("select queen_proxy.emit_outbox(?, ?::jsonb)")) {
            call.setString(1, kind);
            call.setString(2, month.payload());
            call.execute();
        }
    }
}
