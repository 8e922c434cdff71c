package queencell.proxy.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    void the_server_must_never_see_more_sessions_than_PXDB_POOL_SIZE() throws Exception {
        DataSource pool = pool(Map.of("PXDB_POOL_SIZE", "3", "PXDB_DB", "postgres"));
        String sessions = "select count(*) from pg_stat_activity where application_name = 'queen-proxy' and pid not in"
                + " (select unnest('%s'::int[]))".formatted(others());
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var borrowed = new CountDownLatch(3);
            var seen = new CountDownLatch(1);
            List<Future<String>> answers = new ArrayList<>();
            for (int caller = 0; caller < 12; caller++) {
                answers.add(callers.submit(() -> {
                    try (Connection connection = pool.getConnection()) {
                        borrowed.countDown();
                        seen.await();
                        return pid(connection);
                    }
                }));
            }
            borrowed.await();
            String while12Ask = SERVER.value(sessions);
            seen.countDown();

            var backends = new HashSet<String>();
            for (Future<String> answer : answers) {
                backends.add(answer.get());
            }
            assertThat(while12Ask).isEqualTo("3");
            assertThat(backends).hasSize(3);
        } finally {
            close(pool);
        }
    }

    /// Sessions of pools that other tests of this JVM hold open.
    private static String others() {
        return SERVER.value("select coalesce(array_agg(pid), '{}') from pg_stat_activity"
                + " where application_name = 'queen-proxy'");
    }

    @Test
    void every_session_killed_costs_no_request_not_even_the_very_next() throws Exception {
        DataSource pool = pool(Map.of("PXDB_POOL_SIZE", "4"));
        try {
            for (int round = 0; round < 5; round++) {
                String before = backend(pool);
                SERVER.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                        + " where application_name = 'queen-proxy' and pid <> pg_backend_pid()");

                assertThat(backend(pool)).isNotEqualTo(before);
            }
        } finally {
            close(pool);
        }
    }

    @Test
    void a_server_that_accepts_and_says_nothing_must_not_hold_a_caller() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var settings = SERVER.settings(
                    Map.of("PXDB_PORT", Integer.toString(silent.getLocalPort()), "PXDB_TIMEOUT_MS", "100"));
            var connections = new PxdbConnections(settings);
            DataSource pool = connections.pool();
            try {
                assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                    assertThatThrownBy(pool::getConnection).isInstanceOf(SQLException.class);
                    assertThatThrownBy(() -> connections.single("test")).isInstanceOf(SQLException.class);
                });
            } finally {
                close(pool);
            }
        }
    }

    private static String backend(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return pid(connection);
        }
    }

    private static String pid(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
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
