package queencell.proxy.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import queencell.settings.InvalidSettingException;

/// The settings of the pool take effect in the running pool.
class PxdbConnectionsIT {
    private static final PxdbServer SERVER = PxdbServer.running();

    private static DataSource pool(Map<String, String> settings) {
        return new PxdbConnections(SERVER.settings(settings)).pool();
    }

    private static void close(DataSource pool) throws IOException {
        ((Closeable) pool).close();
    }

    @Test
    void no_more_connections_than_PXDB_POOL_SIZE_are_made_and_the_wait_for_one_ends() throws Exception {
        DataSource pool = pool(Map.of("PXDB_POOL_SIZE", "2", "PXDB_TIMEOUT_MS", "300"));
        List<Connection> held = new ArrayList<>();
        try {
            held.add(pool.getConnection());
            held.add(pool.getConnection());

            assertThatThrownBy(pool::getConnection).isInstanceOf(SQLTransientConnectionException.class);
        } finally {
            for (Connection each : held) {
                each.close();
            }
            close(pool);
        }
    }

    @Test
    void a_restarted_server_costs_no_request() throws Exception {
        DataSource pool = pool(Map.of());
        try {
            String first = backend(pool);
            SERVER.execute("select pg_terminate_backend(%s)".formatted(first));
            // within half a second a connection counts as proven
            Thread.sleep(600);

            assertThat(backend(pool)).isNotEqualTo(first);
        } finally {
            close(pool);
        }
    }

    private static String backend(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("select pg_backend_pid()")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void a_server_without_TLS_is_refused_when_TLS_is_asked_for() {
        var settings = SERVER.settings(Map.of("PXDB_USE_SSL", "true"));

        assertThatThrownBy(() -> new PxdbConnections(settings).single("test")).isInstanceOf(SQLException.class);
    }

    @Test
    void roots_that_are_no_certificate_end_the_start_even_when_unused() {
        assertThatThrownBy(() -> SERVER.settings(Map.of("PXDB_SSL_ROOT_CERT", "/etc/ssl/root.pem")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("PXDB_SSL_ROOT_CERT")
                .hasMessageContaining("-----BEGIN CERTIFICATE-----");
    }

    @Test
    void the_password_is_in_no_text() {
        assertThat(SERVER.settings(Map.of("PXDB_PASSWORD", "hunter2")).toString())
                .doesNotContain("hunter2");
    }
}
