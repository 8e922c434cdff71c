package queencell.dev.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import queencell.dev.CellFault;
import queencell.dev.CellPlan;

/// Makes the demo's two tenants with `bootstrap_tenant`, and finds them again on the next run.
///
/// A key's plain text is shown once, so it is kept in a file beside the cell's data, readable by its owner only.
final class DemoTenants {
    /// Lets the demo pass in seconds; the plan `pro` by itself would take its time over 2,000 messages.
    private static final String FAST = """
            {"max_req_per_sec": 2000, "req_burst": 4000, "max_msgs_per_sec": 20000, "msgs_burst": 40000}""";

    private final Connection pxdb;
    private final Path keyFile;

    DemoTenants(Connection pxdb, Path keyFile) {
        this.pxdb = pxdb;
        this.keyFile = keyFile;
    }

    /// @param host what a client names as `Host`
    record Tenant(String slug, String host, UUID cluster, String key) {
        @Override
        public String toString() {
            return "Tenant[" + slug + "]";
        }
    }

    record Pair(Tenant acme, Tenant globex) {}

    Pair make(String brokerUrl) {
        try {
            Properties keys = readKeys();
            UUID cell = cell(brokerUrl);
            Tenant acme = tenant("acme", "Acme Orders", "pro", cell, keys);
            Tenant globex = tenant("globex", "Globex", "free", cell, keys);
            run(
                    "select queen_proxy.set_limit_override(?::uuid, ?::jsonb)",
                    acme.cluster().toString(),
                    FAST);
            writeKeys(keys);
            return new Pair(acme, globex);
        } catch (SQLException refused) {
            throw new CellFault("the demo's tenants cannot be made: " + refused.getMessage(), refused);
        }
    }

    private UUID cell(String brokerUrl) throws SQLException {
        run("""
                insert into queen_proxy.cells (slug, region, base_url, class) values (?, 'local', ?, 'shared')
                on conflict (slug) do update set base_url = excluded.base_url""", CellPlan.SLUG, brokerUrl);
        return UUID.fromString(one("select id::text from queen_proxy.cells where slug = ?", CellPlan.SLUG)
                .orElseThrow());
    }

    private Tenant tenant(String slug, String name, String plan, UUID cell, Properties keys) throws SQLException {
        Optional<String> known = Optional.ofNullable(keys.getProperty(slug)).filter(this::live);
        // a key that is lost cannot be shown again: the next one gets the next free name
        String keyName = known.isPresent() ? "demo" : nextKeyName(slug);
        String made = one(
                        "select queen_proxy.bootstrap_tenant(?, ?, ?, ?, ?::uuid, ?, ?, ?)::text",
                        slug,
                        name,
                        slug,
                        plan,
                        cell.toString(),
                        "admin@" + slug + ".example",
                        slug + "-demo-password",
                        keyName)
                .orElseThrow();
        JsonNode outcome = json(made);
        String key = known.orElseGet(() -> outcome.path("api_key").asText());
        keys.setProperty(slug, key);
        return new Tenant(
                slug,
                slug + ".localhost",
                UUID.fromString(outcome.get("cluster_id").textValue()),
                key);
    }

    private String nextKeyName(String slug) throws SQLException {
        String count = one("""
                        select count(*)::text from queen_proxy.api_keys k
                        join queen_proxy.clusters c on c.id = k.cluster_id where c.slug = ?""", slug).orElseThrow();
        return count.equals("0") ? "demo" : "demo-" + count;
    }

    private boolean live(String key) {
        try {
            return one("select 1::text from queen_proxy.api_keys where key_hash = ? and revoked_at is null", hash(key))
                    .isPresent();
        } catch (SQLException unreadable) {
            throw new CellFault("the demo's keys cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private static String hash(String key) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /// What the proxy has stored for this cluster so far: messages by operation class.
    Map<String, Long> messages(Tenant tenant) {
        var sums = new LinkedHashMap<String, Long>();
        String sql = """
                select op_class, sum(msgs) from queen_proxy.usage_minutes where cluster_id = ?::uuid
                group by op_class order by op_class""";
        try (PreparedStatement statement = prepared(sql, tenant.cluster().toString());
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                sums.put(rows.getString(1), rows.getLong(2));
            }
            return sums;
        } catch (SQLException unreadable) {
            throw new CellFault("usage rows cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private void run(String sql, String... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values)) {
            statement.execute();
        }
    }

    private Optional<String> one(String sql, String... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
        }
    }

    // the caller closes what it gets
    @SuppressWarnings("resource")
    private PreparedStatement prepared(String sql, String... values) throws SQLException {
        PreparedStatement statement = pxdb.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setString(i + 1, values[i]);
        }
        return statement;
    }

    private static JsonNode json(String text) {
        try {
            return DemoHttp.JSON.readTree(text);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("PostgreSQL wrote a jsonb that is no JSON", impossible);
        }
    }

    private Properties readKeys() {
        var keys = new Properties();
        if (Files.exists(keyFile)) {
            try (var in = Files.newBufferedReader(keyFile)) {
                keys.load(in);
            } catch (IOException unreadable) {
                throw new CellFault(
                        "%s cannot be read: delete it, the demo then makes new keys".formatted(keyFile), unreadable);
            }
        }
        return keys;
    }

    private void writeKeys(Properties keys) {
        try {
            if (!Files.exists(keyFile)) {
                Files.createFile(
                        keyFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            try (var out = Files.newBufferedWriter(keyFile)) {
                keys.store(out, null);
            }
        } catch (IOException full) {
            throw new CellFault("%s cannot be written: %s".formatted(keyFile, full.getMessage()), full);
        }
    }
}
