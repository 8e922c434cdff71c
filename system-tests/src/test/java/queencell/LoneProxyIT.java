package queencell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import queencell.http.Answer;
import queencell.http.Connection;
import queencell.http.Request;
import queencell.tls.TestCertificate;
import queencell.wire.StandInBroker;

/// One proxy without a database: the quickest start there is, for settings that show at its door alone.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoneProxyIT {

    private static final String LISTING = "/api/v1/resources/queues";

    private final StandInBroker broker = StandInBroker.start();
    private SSLContext trust;
    private WarByHand proxy;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "door", "ip:127.0.0.1");
        trust = certificate.trusting();
        proxy = WarByHand.proxy(
                folder,
                Map.of(
                        "QUEEN_PROXY_DEV_CELL_URL",
                        broker.url().toString(),
                        "QUEEN_PROXY_DEV_INSECURE",
                        "true",
                        "QUEEN_PROXY_OPERATOR_ENABLED",
                        "true",
                        "QUEEN_PROXY_TLS_CERT",
                        certificate.certificate().toString(),
                        "QUEEN_PROXY_TLS_KEY",
                        certificate.key().toString(),
                        "QUEEN_EDGE_KEEP_ALIVE_MS",
                        "1500"));
        proxy.awaitServingEncrypted();
    }

    @AfterAll
    void stop() {
        if (proxy != null) {
            proxy.close();
        }
        broker.close();
    }

    private Answer get(Connection connection) throws IOException {
        connection.write(Request.to(proxy.door(), "GET", LISTING).bytes());
        return connection.read("GET");
    }

    /// Every key would cross the network in the clear.
    @Test
    void a_certificate_must_be_used_and_the_broker_hear_of_it() throws IOException {
        broker.answer(200, "{}").forget();
        try (var connection = Connection.to(proxy.door(), trust)) {
            assertThat(get(connection).status()).isEqualTo(200);
        }
        assertThat(broker.only().all("x-forwarded-proto")).containsExactly("https");

        Request plain = Request.to(proxy.door(), "GET", LISTING);
        assertThatThrownBy(plain::send).isInstanceOf(UncheckedIOException.class);
        assertThat(broker.seen()).hasSize(1);
    }

    @Test
    void an_idle_connection_must_not_stay_for_ever() throws IOException {
        try (var connection = Connection.to(proxy.door(), trust)) {
            assertThat(get(connection).header("Connection")).isEmpty();
            assertThat(connection.endedWithin(Duration.ofSeconds(20))).isTrue();
        }
    }

    /// The surface itself answers as if it were not there.
    @Test
    void operators_must_be_told_that_there_is_nothing_to_show_without_a_database() throws IOException {
        assertThat(proxy.events("operators_off"))
                .singleElement()
                .asString()
                .contains(" WARN config ", "QUEEN_PROXY_OPERATOR_ENABLED", "PXDB_HOST");
    }
}
