package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `https` in front of a broker: the certificate is checked, and must name the host.
class SecureTransportTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    static Path folder;

    private static SSLContext context;

    /// A fresh certificate for `localhost`, trusted by nobody but this test.
    @BeforeAll
    static void certificate() throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("server.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "broker",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "changeit")
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        var mine = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        mine.init(keys, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, PASSWORD);
        trusted.setCertificateEntry("broker", keys.getCertificate("broker"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        context = SSLContext.getInstance("TLS");
        context.init(mine.getKeyManagers(), trust.getTrustManagers(), null);
    }

    @Test
    void calls_over_tls_must_work_and_share_a_connection() throws IOException {
        try (var server = server(2);
                var transport = new SocketTransport(Duration.ofSeconds(5), context.getSocketFactory())) {
            for (int i = 0; i < 2; i++) {
                Exchange exchange = transport.exchange(get("https://localhost:" + server.getLocalPort()));
                assertThat(exchange)
                        .isInstanceOfSatisfying(
                                Exchange.Answered.class,
                                answered -> assertThat(
                                                new String(answered.answer().body(), StandardCharsets.UTF_8))
                                        .isEqualTo("{}"));
            }
        }
    }

    @Test
    void a_certificate_of_another_host_must_be_refused_before_anything_is_sent() throws IOException {
        try (var server = server(1);
                var transport = new SocketTransport(Duration.ofSeconds(5), context.getSocketFactory())) {
            assertThat(transport.exchange(get("https://127.0.0.1:" + server.getLocalPort())))
                    .isInstanceOf(Exchange.NotSent.class);
        }
    }

    @Test
    void a_certificate_that_nobody_vouches_for_must_be_refused() throws IOException {
        try (var server = server(1);
                var transport = new SocketTransport(Duration.ofSeconds(5))) {
            assertThat(transport.exchange(get("https://localhost:" + server.getLocalPort())))
                    .isInstanceOf(Exchange.NotSent.class);
        }
    }

    private static Transport.Request get(String url) {
        return new Transport.Request(
                URI.create(url),
                "GET",
                "/x",
                Credentials.NONE,
                "",
                null,
                true,
                Duration.ofSeconds(10),
                1024,
                new CallScope());
    }

    /// Accepts one connection and answers so many requests on it.
    private static SSLServerSocket server(int requests) throws IOException {
        var server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            try (var connection = (SSLSocket) server.accept()) {
                var in = connection.getInputStream();
                for (int i = 0; i < requests; i++) {
                    var head = new StringBuilder();
                    while (!head.toString().endsWith("\r\n\r\n")) {
                        head.append((char) in.read());
                    }
                    connection.getOutputStream().write(RawServer.bytes("200 OK", "{}"));
                }
            } catch (IOException refused) {
                // the client did not like the certificate
                return;
            }
        });
        return server;
    }
}
