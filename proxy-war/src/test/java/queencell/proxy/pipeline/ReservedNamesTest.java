package queencell.proxy.pipeline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.LimitColumn;
import queencell.proxy.inspect.QueuePartition;
import queencell.proxy.registry.Admission;
import queencell.proxy.registry.Caps;
import queencell.proxy.registry.Reservation;

/// What stays of the names of a request whose 200 may mean that all was rolled back (pipeline, 7.9; A6 and A40).
class ReservedNamesTest {
    private static final int MOST_PARTITIONS = 3;
    private static final String ROLLED_BACK = "{\"success\":false,\"results\":[],\"push_results\":[]}";

    /// Requests that the broker does as a whole or not at all.
    enum Whole {
        TRANSACTION("POST /api/v1/transaction", "{\"operations\":[{\"type\":\"push\",\"items\":[%s]}]}"),
        CYCLE("POST /streams/v1/cycle", "{\"query_id\":\"x\",\"partition_id\":\"y\",\"push_items\":[%s]}");

        private final String line;
        private final String body;

        Whole(String line, String body) {
            this.line = line;
            this.body = body;
        }

        String bodyTo(String partition) {
            return body.formatted(itemTo(partition));
        }
    }

    private static String itemTo(String partition) {
        return "{\"queue\":\"q\",\"partition\":\"%s\",\"payload\":1}".formatted(partition);
    }

    private static TestPath pathTo(String brokerUrl) {
        return new TestPath(
                "path",
                brokerUrl,
                EffectiveStatus.ACTIVE,
                Map.of(LimitColumn.MAX_PARTITIONS_PER_QUEUE, (long) MOST_PARTITIONS),
                Map.of());
    }

    private static String[] lines(String first) {
        return new String[] {first, "Host: path.example", "Authorization: Bearer " + TestPath.KEY};
    }

    /// Once it is recorded, everything of a request is settled.
    private static void awaitRecord(TestPath path) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !path.usage.drainAll().isEmpty());
    }

    private static long known(TestPath path) {
        return path.registry.countsOf(TestPath.CLUSTER).partitions();
    }

    /// Asked last: what is not kept is reserved by it.
    private static boolean isKept(TestPath path, String partition) {
        var pair = List.of(new QueuePartition("q", partition));
        return path.registry
                .reserve(TestPath.CLUSTER, pair, Set.of(), Caps.NONE)
                .equals(new Admission.Admitted(Reservation.NOTHING));
    }

    @ParameterizedTest
    @EnumSource
    void requests_that_roll_back_must_not_use_up_the_partitions_of_the_plan(Whole request) throws IOException {
        try (var broker = new StubBroker();
                var path = pathTo(broker.url())) {
            broker.answers(200, ROLLED_BACK);
            for (int i = 0; i < MOST_PARTITIONS; i++) {
                assertThat(path.call(request.bodyTo("gone-" + i), lines(request.line))
                                .status())
                        .isEqualTo(200);
                awaitRecord(path);
            }

            broker.answers(201, "[{\"status\":\"queued\"}]");
            for (int i = 0; i < MOST_PARTITIONS; i++) {
                String push = "{\"items\":[%s]}".formatted(itemTo("real-" + i));
                assertThat(path.call(push, lines("POST /api/v1/push")).status()).isEqualTo(201);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("mayHaveBeenDone")
    void what_the_broker_may_have_made_must_not_be_forgotten(Whole request, String answer) throws IOException {
        try (var broker = new StubBroker();
                var path = pathTo(broker.url())) {
            broker.answers(200, answer);
            path.call(request.bodyTo("p"), lines(request.line));
            awaitRecord(path);

            assertThat(isKept(path, "p")).isTrue();
        }
    }

    static Stream<Arguments> mayHaveBeenDone() {
        return Stream.of("{\"success\":true}", "{\"success\":1}", "{}", "{\"success\":false", "")
                .flatMap(answer -> Stream.of(Whole.values()).map(request -> Arguments.of(request, answer)));
    }

    /// @param rest what the broker says once the client has left
    /// @param kept whether the names are to stay
    @ParameterizedTest
    @MethodSource("endsWithoutTheClient")
    void the_end_of_an_answer_decides_also_when_its_client_has_left(Whole request, String rest, boolean kept)
            throws IOException {
        var left = new CountDownLatch(1);
        try (var broker = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                var path = pathTo("http://127.0.0.1:" + broker.getLocalPort())) {
            Thread.ofVirtual().start(() -> answerInTwo(broker, left, rest));
            try (var client = new WireClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), path.port()))) {
                client.send(WireClient.head(lines(request.line)), request.bodyTo("p"));
                client.readHead();
                assertThat(known(path))
                        .as("while nobody knows, the name holds its place")
                        .isOne();
            }
            await().until(() -> path.openConnections() == 0);
            left.countDown();
            awaitRecord(path);

            assertThat(known(path)).isEqualTo(kept ? 1 : 0);
            assertThat(isKept(path, "p")).isEqualTo(kept);
        }
    }

    static Stream<Arguments> endsWithoutTheClient() {
        return Stream.of(Whole.values())
                .flatMap(request -> Stream.of(
                        Arguments.of(request, "false}", false),
                        Arguments.of(request, "true} ", true),
                        // and no more of it
                        Arguments.of(request, "fals", true)));
    }

    private static void answerInTwo(ServerSocket broker, CountDownLatch left, String rest) {
        try (Socket socket = broker.accept()) {
            socket.getInputStream().read(new byte[4096]);
            var out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{\"success\":".getBytes(ISO_8859_1));
            left.await();
            out.write(rest.getBytes(ISO_8859_1));
        } catch (IOException gone) {
            // the proxy has left
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
