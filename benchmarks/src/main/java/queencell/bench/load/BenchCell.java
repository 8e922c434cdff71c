package queencell.bench.load;

import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import queencell.dev.CallerEnvironment;
import queencell.dev.Cell;
import queencell.dev.CellFault;
import queencell.dev.CellFolders;
import queencell.dev.CellPlan;
import queencell.dev.Part;
import queencell.dev.Progress;
import queencell.dev.postgres.Databases;

/// A real proxy in front of a stand-in for the broker: Payara Micro with the JVM of production, the real application,
/// a real PostgreSQL. It is thrown away afterwards.
final class BenchCell implements AutoCloseable {
    /// Nothing of it is reached: what is measured is the work of looking.
    private static final String LIMITS = """
            {"max_req_per_sec": 1000000, "req_burst": 2000000, "max_msgs_per_sec": 20000000, "msgs_burst": 40000000,
             "max_queues": 1000, "max_partitions_per_queue": 1000, "max_parked_pops": 20000,
             "max_payload_bytes": 268435456, "max_batch_items": 10000, "max_retained_bytes": 1000000000000,
             "max_retention_seconds": 604800, "monthly_msgs_quota": 1000000000000000}""";

    private static final Pattern KEY = Pattern.compile("\"api_key\" ?: ?\"([^\"]+)\"");

    private final Cell cell;

    /// A tenant of this cell.
    ///
    /// @param host names it to the proxy
    record Tenant(String slug, String host, String key) {
        /// What its clients send with every request.
        Map<String, String> headers() {
            return Map.of(
                    "Host",
                    host,
                    "Authorization",
                    "Bearer " + key,
                    "Content-Type",
                    "application/json",
                    "Accept",
                    "application/json",
                    "User-Agent",
                    "queen-sdk/1.3");
        }

        @Override
        public String toString() {
            return "Tenant[" + slug + "]";
        }
    }

    private BenchCell(Cell cell) {
        this.cell = cell;
    }

    /// @param broker the stand-in
    /// @param settings of the proxy, over their defaults
    static BenchCell start(CellFolders folders, URI broker, Map<String, String> settings, Progress progress) {
        var variables = new TreeMap<>(settings);
        variables.put("QUEEN_URL", broker.toString());
        variables.put("QUEEN_PROXY_JWT_SECRET", "a-secret-of-the-benchmark-with-32-bytes");
        CellPlan plan = CellPlan.forTests(folders, CallerEnvironment.ofThisProcess())
                .withVariables(variables)
                .withParts(Part.POSTGRES, Part.BROKER, Part.PROXY)
                .asInProduction();
        return new BenchCell(Cell.prepare(plan, progress).start());
    }

    /// @param broker what this tenant's cell points to
    Tenant tenant(String slug, URI broker) {
        try (Connection pxdb = Databases.connect(cell.pxdb())) {
            one(
                    pxdb,
                    "insert into queen_proxy.cells (slug, region, base_url, class, cell_secret)"
                            + " values (?, 'bench', ?, 'shared', 'of-the-cell') returning slug",
                    slug,
                    broker.toString());
            one(pxdb, "select queen_proxy.upsert_plan('bench', ?::jsonb)::text", """
                    {"cell_class": "shared", "features": {"streams": true, "traces": true, "kv": true, "timers": true,
                     "ephemeral": true}}""");
            String outcome = one(pxdb, """
                    select queen_proxy.bootstrap_tenant(?, ?, ?, 'bench',
                        (select id from queen_proxy.cells where slug = ?), ?, ?, 'bench')::text""", slug, slug, slug, slug, "admin@" + slug + ".test", "password-of-" + slug);
            one(pxdb, """
                    select queen_proxy.set_limit_override(id, ?::jsonb)::text
                    from queen_proxy.clusters where slug = ?""", LIMITS, slug);
            Matcher key = KEY.matcher(outcome);
            if (!key.find()) {
                throw CellFault.of("bootstrap_tenant gave tenant %s no key.", slug);
            }
            return new Tenant(slug, slug + ".cell.test", key.group(1));
        } catch (SQLException refused) {
            throw new CellFault("Tenant %s cannot be made: %s".formatted(slug, refused.getMessage()), refused);
        }
    }

    /// The first column of the first row.
    static String one(Connection connection, String sql, String... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int at = 0; at < values.length; at++) {
                statement.setString(at + 1, values[at]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : "";
            }
        }
    }

    /// Through this proxy as one of its tenants.
    Way way(String name, Tenant tenant) {
        return new Way(name, door(), List.of(pid()), tenant.headers());
    }

    /// The tenants' door.
    URI door() {
        return cell.addresses().proxy().url();
    }

    URI metrics() {
        return cell.addresses().proxyCell().url().resolve("/cell/metrics");
    }

    long pid() {
        return cell.state().pid(Part.PROXY).orElseThrow(() -> CellFault.of("The proxy has ended; its log: %s", log()));
    }

    java.nio.file.Path log() {
        return cell.log(Part.PROXY);
    }

    Connection pxdb() throws SQLException {
        return Databases.connect(cell.pxdb());
    }

    @Override
    public void close() {
        cell.stop();
    }
}
