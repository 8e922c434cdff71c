package queencell.proxy.pipeline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.log.EventLog;
import queencell.log.EventSink;
import queencell.proxy.cluster.EffectiveStatus;

/// What a broker says reaches the client as it was said (pipeline, 9.3), also where JAX-RS would know better.
class BrokerAnswerTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Type: text/plain; charset=utf-8\r\n",
                "Content-Type: nonsense\r\n",
                "Content-Type: \r\n",
                "Content-Type: application/json; q=\"\r\n",
                "Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n",
                "Date: yesterday\r\nETag: unquoted\r\nLast-Modified: never\r\nLink: <\r\nLocation: ://[\r\nAllow: ,\r\n",
                "Vary: Origin\r\nX-Own: \u00e9\r\n"
            })
    void a_field_of_the_broker_must_arrive_as_it_was_sent(String fields) throws IOException {
        String answer = "HTTP/1.1 409 Odd Reason\r\n%sContent-Length: 2\r\n\r\n{}".formatted(fields);
        try (var broker = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                var path = new TestPath(
                        "path", "http://127.0.0.1:" + broker.getLocalPort(), EffectiveStatus.ACTIVE, Map.of())) {
            Thread.ofVirtual().start(() -> answerOnce(broker, answer));

            List<String> lines = head(path.port()).lines().toList();

            assertThat(lines).first().isEqualTo("HTTP/1.1 409 Odd Reason");
            for (String field : fields.lines().toList()) {
                assertThat(lines).contains(field);
            }
            long types = lines.stream()
                    .filter(line -> line.startsWith("Content-Type:"))
                    .count();
            assertThat(types).isEqualTo(fields.contains("Content-Type:") ? 1 : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"600 Beyond", "999", "099 Before", "20 Short"})
    void a_status_that_is_none_must_not_leave_the_client_without_an_answer(String status) throws IOException {
        String answer = "HTTP/1.1 %s\r\nContent-Length: 2\r\n\r\n{}".formatted(status);
        try (var broker = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                var path = new TestPath(
                        "path", "http://127.0.0.1:" + broker.getLocalPort(), EffectiveStatus.ACTIVE, Map.of())) {
            Thread.ofVirtual().start(() -> answerOnce(broker, answer));

            assertThat(head(path.port())).startsWith("HTTP/1.1 502 ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 50\r\n\r\n{\"messages\":[{\"id\":1}",
                "Transfer-Encoding: chunked\r\n\r\n6\r\n{\"mess\r\n",
                "Content-Length: 9\r\n\r\nnot json!"
            })
    void an_answer_that_nobody_can_count_must_not_go_unbilled_in_silence(String body) throws IOException {
        var lines = new ByteArrayOutputStream();
        EventSink.use(new EventSink(EventLog.Level.WARN, false, Clock.systemUTC(), lines));
        try (var broker = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                var path = new TestPath(
                        "path", "http://127.0.0.1:" + broker.getLocalPort(), EffectiveStatus.ACTIVE, Map.of());
                var client = new WireClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), path.port()))) {
            Thread.ofVirtual().start(() -> cutOnce(broker, "HTTP/1.1 200 OK\r\n" + body));
            client.send(
                    WireClient.head(
                            "GET /api/v1/pop/queue/q?consumerGroup=g",
                            "Host: path.example",
                            "Authorization: Bearer " + TestPath.KEY),
                    "");

            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(lines.toString(ISO_8859_1))
                            .containsPattern("WARN meter event=(request_not_billed|answer_unreadable) cluster=path ")
                            .contains(" status=200 ", " op=delivery ", " reason="));
        } finally {
            EventSink.use(new EventSink(
                    EventLog.Level.INFO, false, Clock.systemUTC(), new FileOutputStream(FileDescriptor.out)));
        }
    }

    /// And no more of it.
    private static void cutOnce(ServerSocket broker, String answer) {
        try (Socket socket = broker.accept()) {
            socket.getInputStream().read(new byte[4096]);
            socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
        } catch (IOException gone) {
            // the proxy has left
        }
    }

    private static void answerOnce(ServerSocket broker, String answer) {
        try (Socket socket = broker.accept()) {
            socket.getInputStream().read(new byte[4096]);
            socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
            socket.getInputStream().readAllBytes();
        } catch (IOException gone) {
            // the proxy has left
        }
    }

    /// The bytes of the head, since a client would repair them.
    private static String head(int port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(
                            ("GET /api/v1/resources/queues HTTP/1.1\r\nHost: path.example\r\nAccept: application/json\r\n"
                                            + "Authorization: Bearer " + TestPath.KEY + "\r\n\r\n")
                                    .getBytes(ISO_8859_1));
            var head = new ByteArrayOutputStream();
            while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    throw new IOException("ended after " + head);
                }
                head.write(next);
            }
            return head.toString(ISO_8859_1);
        }
    }
}
