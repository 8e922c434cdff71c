package queencell.listener;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.log.EventLog;
import queencell.log.EventSink;
import queencell.web.Hsts;
import queencell.web.TrustedProxies;

/// The encrypted listener (pipeline, 14.4).
class TlsListenerTest {

    @TempDir
    static Path folder;

    private static TestPem.PemPair rsa;
    private static TestPem.PemPair ec;
    private TinyListener tiny;

    @BeforeAll
    static void makeKeys() throws Exception {
        rsa = TestPem.make(folder, "RSA");
        ec = TestPem.make(folder, "EC");
    }

    private void start(ListenerSettings.Tls tls) {
        start(tls, Duration.ofSeconds(10));
    }

    private void start(ListenerSettings.Tls tls, Duration handshakeTimeout) {
        tiny = TinyListener.start(
                TinyListener.with("tlsHandshakeTimeout", handshakeTimeout),
                Optional.of(tls),
                EventLoops.start("tiny", 1));
    }

    @AfterEach
    void stop() {
        if (tiny != null) {
            tiny.close();
        }
    }

    private SSLSocket connect(Path certificate, String version, String... protocols) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (var in = Files.newInputStream(certificate)) {
            String pem = new String(in.readAllBytes());
            X509Certificate leaf = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new java.io.ByteArrayInputStream(
                            pem.substring(pem.indexOf("-----BEGIN")).getBytes()));
            trusted.setCertificateEntry("leaf", leaf);
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket("127.0.0.1", tiny.listener().address().getPort());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(new String[] {version});
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        return socket;
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void an_encrypted_request_gets_no_answer(String version) throws Exception {
        start(rsa.tls());
        try (RawClient client = new RawClient(connect(rsa.certificate(), version))) {
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\nGET /large HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("hello");
            assertThat(client.answer().body()).hasSize(300_000);
        }
    }

    @Test
    void a_bare_key_of_either_kind_cannot_be_used() throws Exception {
        for (TestPem.PemPair pair : new TestPem.PemPair[] {rsa, ec}) {
            start(new ListenerSettings.Tls(pair.certificate(), pair.bare()));
            try (RawClient client = new RawClient(connect(pair.certificate(), "TLSv1.3"))) {
                client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
                assertThat(client.answer().body()).isEqualTo("hello");
            }
            tiny.close();
        }
    }

    @Test
    void a_refusal_over_https_forgets_what_every_other_answer_says_of_https() throws Exception {
        tiny = TinyListener.start(
                edge -> edge,
                Optional.of(rsa.tls()),
                new OwnAnswers(Hsts.auto(Duration.ofSeconds(77)), TrustedProxies.NOBODY),
                EventLoops.start("tiny", 1));
        try (RawClient client = new RawClient(connect(rsa.certificate(), "TLSv1.3"))) {
            RawClient.Answer refused =
                    client.send("GET /hello HTTP/1.1\r\n\r\n").answer();
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.field("strict-transport-security")).isEqualTo("max-age=77; includeSubDomains");
        }
    }

    @Test
    void a_client_that_offers_both_negotiates_http_2() throws Exception {
        start(ec.tls());
        try (SSLSocket socket = connect(ec.certificate(), "TLSv1.3", "h2", "http/1.1")) {
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
    }

    @Test
    void a_client_that_speaks_http_2_only_negotiates_and_then_fails() throws Exception {
        start(ec.tls());
        try (SSLSocket socket = connect(ec.certificate(), "TLSv1.3", "h2")) {
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void a_plain_request_is_answered_in_the_clear() throws Exception {
        start(rsa.tls());
        try (RawClient client = tiny.client()) {
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.rest()).doesNotContain("HTTP/1.1");
        }
        assertThat(tiny.application().seen).isEmpty();
    }

    /// Dashboards filter on the target (pipeline, 17).
    @Test
    void a_failed_handshake_is_told_where_nobody_looks_for_it() throws Exception {
        var written = new ByteArrayOutputStream();
        EventSink.use(new EventSink(EventLog.Level.DEBUG, false, Clock.systemUTC(), written));
        try {
            start(rsa.tls());
            try (RawClient client = tiny.client()) {
                client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
                client.rest();
            }
            await().untilAsserted(
                            () -> assertThat(written.toString(UTF_8)).contains(" DEBUG tls event=handshake_failed "));
        } finally {
            EventSink.use(new EventSink(
                    EventLog.Level.INFO, false, Clock.systemUTC(), new FileOutputStream(FileDescriptor.out)));
        }
    }

    @Test
    void a_handshake_that_never_comes_holds_the_connection() throws IOException {
        start(rsa.tls(), Duration.ofMillis(200));
        try (RawClient client = tiny.client()) {
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void a_client_that_leaves_an_encrypted_poll_is_not_noticed() throws Exception {
        start(rsa.tls());
        try (RawClient client = new RawClient(connect(rsa.certificate(), "TLSv1.3"))) {
            client.send("GET /park HTTP/1.1\r\nHost: h\r\n\r\n");
            await().until(() -> !tiny.application().parked.isEmpty());
        }
        await().until(() -> tiny.application().gone.get() == 1);
    }

    @Test
    void a_cut_relay_ends_with_a_proper_goodbye() throws Exception {
        start(rsa.tls());
        try (RawClient client = new RawClient(connect(rsa.certificate(), "TLSv1.3"))) {
            client.send("GET /relay HTTP/1.0\r\n\r\n");
            await().until(() -> !tiny.application().sources.isEmpty()
                    && tiny.application().sources.getFirst().sink != null);
            tiny.application().sources.getFirst().write("abc");
            tiny.application().sources.getFirst().fail();
            assertThatThrownBy(client::answer).isInstanceOf(IOException.class);
        }
    }

    @Test
    void unusable_material_starts_a_listener_or_shows_the_key() throws IOException {
        Path nothing = Files.writeString(folder.resolve("nothing.pem"), "no blocks here");
        Path garbage = Files.writeString(
                folder.resolve("garbage.pem"), "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");
        assertThatThrownBy(() -> start(new ListenerSettings.Tls(nothing, rsa.pkcs8())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing.pem")
                .hasMessageContaining("BEGIN CERTIFICATE");
        assertThatThrownBy(() -> start(new ListenerSettings.Tls(rsa.certificate(), nothing)))
                .hasMessageContaining("no private key block");
        assertThatThrownBy(() -> start(new ListenerSettings.Tls(rsa.certificate(), garbage)))
                .hasMessageContaining("garbage.pem")
                .hasMessageNotContaining("c2VjcmV0");
        assertThatThrownBy(() -> start(new ListenerSettings.Tls(rsa.certificate(), ec.pkcs8())))
                .hasMessageContaining("usable RSA key");
        assertThatThrownBy(() -> start(new ListenerSettings.Tls(folder.resolve("absent.pem"), rsa.pkcs8())))
                .hasMessageContaining("absent.pem");
    }

    /// The leaf alone would start, and clients without the link behind it would refuse every connection.
    @ParameterizedTest
    @CsvSource({"'-----END CERTIFICATE-----',''", "'-----BEGIN CERTIFICATE-----',''", "MII,M%%"})
    void a_chain_with_a_damaged_link_starts_with_the_leaf_alone(String whole, String torn) throws IOException {
        String leaf = Files.readString(rsa.certificate());
        Path chain = Files.writeString(folder.resolve("chain.pem"), leaf + leaf.replaceFirst(whole, torn));
        assertThatThrownBy(() -> start(new ListenerSettings.Tls(chain, rsa.pkcs8())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chain.pem")
                .hasMessageContaining("torn");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "ED25519"})
    void a_key_of_another_certificate_starts_a_listener_that_nobody_can_reach(String algorithm) throws Exception {
        TestPem.PemPair mine = TestPem.make(Files.createTempDirectory(folder, "mine"), algorithm);
        TestPem.PemPair other = TestPem.make(Files.createTempDirectory(folder, "other"), algorithm);
        start(mine.tls());
        try (RawClient client = new RawClient(connect(mine.certificate(), "TLSv1.3"))) {
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("hello");
        }
        tiny.close();
        assertThatThrownBy(() -> start(new ListenerSettings.Tls(mine.certificate(), other.pkcs8())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(other.pkcs8().toString())
                .hasMessageContaining("another certificate");
    }
}
