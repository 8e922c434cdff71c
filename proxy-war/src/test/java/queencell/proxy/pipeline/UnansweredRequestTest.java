package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.LimitColumn;
import queencell.proxy.inspect.QueuePartition;
import queencell.proxy.registry.Admission;
import queencell.proxy.registry.Caps;
import queencell.proxy.registry.QueueRegistry;
import queencell.proxy.registry.Reservation;

/// What a request that got no answer took: it stays where the broker may have read the request, and goes back where it
/// was never reached (pipeline, 7.9; A6, A10, A40).
class UnansweredRequestTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final String[] PUSH = {
        "POST /api/v1/push", "Host: path.example", "Authorization: Bearer " + TestPath.KEY
    };
    private static final String ITEM = "{\"items\":[{\"queue\":\"q\",\"partition\":\"p\",\"payload\":\"abc\"}]}";
    private static final long ITEM_BYTES = "\"abc\"".length();

    /// A plan with one queue, which a name that stays without need uses up.
    ///
    /// @param timeoutMillis until the broker's deadline passes
    private static TestPath pathTo(String broker, int timeoutMillis) {
        var path = new TestPath(
                "path",
                broker,
                EffectiveStatus.ACTIVE,
                Map.of(LimitColumn.MAX_QUEUES, 1L),
                Map.of("QUEEN_PROXY_UPSTREAM_TIMEOUT_MS", Integer.toString(timeoutMillis)));
        path.months.settle(TestPath.CLUSTER, 0, 100);
        return path;
    }

    private static String urlOf(ServerSocket broker) {
        return "http://127.0.0.1:" + broker.getLocalPort();
    }

    /// Takes no connection, and refuses none: as many wait as may.
    private static final class UnacceptingBroker implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 1, HERE);
        private final List<Socket> waiting = new ArrayList<>();

        UnacceptingBroker() throws IOException {
            while (waitsInLine()) {
                assertThat(waiting).as("those who wait").hasSizeLessThan(50);
            }
        }

        private boolean waitsInLine() throws IOException {
            var next = new Socket();
            waiting.add(next);
            try {
                next.connect(server.getLocalSocketAddress(), 300);
                return true;
            } catch (SocketTimeoutException full) {
                return false;
            }
        }

        @Override
        public void close() throws IOException {
            for (Socket each : waiting) {
                each.close();
            }
            server.close();
        }
    }

    /// The client leaves once its push was charged.
    private static void leaveAfterPush(TestPath path) throws IOException {
        try (var client = new WireClient(new InetSocketAddress(HERE, path.port()))) {
            client.send(WireClient.head(PUSH), ITEM);
            await().until(() -> path.storage.of(TestPath.CLUSTER).inFlightBytes() == ITEM_BYTES);
        }
    }

    private static void assertAllIsGivenBack(TestPath path) {
        awaitSettled(path);
        assertThat(path.registry.countsOf(TestPath.CLUSTER)).isEqualTo(new QueueRegistry.Counts(0, 0));
        assertThat(path.storage.of(TestPath.CLUSTER).inFlightBytes()).isZero();
    }

    private static void assertNamesAndBytesStay(TestPath path) {
        awaitSettled(path);
        assertThat(path.registry.reserve(TestPath.CLUSTER, List.of(new QueuePartition("q", "p")), Set.of(), Caps.NONE))
                .as("confirmed, so that nothing is left to reserve")
                .isEqualTo(new Admission.Admitted(Reservation.NOTHING));
        assertThat(path.storage.of(TestPath.CLUSTER).inFlightBytes()).isEqualTo(ITEM_BYTES);
    }

    /// The request is counted, and what it held of the month goes back last of all.
    private static void awaitSettled(TestPath path) {
        await().untilAsserted(
                        () -> assertThat(path.months.taken(TestPath.CLUSTER)).hasValue(0));
        assertThat(path.usage.drainAll())
                .singleElement()
                .satisfies(counted -> assertThat(counted.used().reqs()).isEqualTo(1));
    }

    @Test
    void a_deadline_that_passed_while_connecting_must_not_keep_a_name() throws IOException {
        try (var broker = new UnacceptingBroker();
                var path = pathTo(urlOf(broker.server), 300)) {
            assertThat(path.call(ITEM, PUSH).status()).isEqualTo(504);

            assertAllIsGivenBack(path);
        }
    }

    @Test
    void a_client_that_left_while_connecting_must_not_leave_a_name_behind() throws IOException {
        try (var broker = new UnacceptingBroker();
                var path = pathTo(urlOf(broker.server), 20_000)) {
            leaveAfterPush(path);

            assertAllIsGivenBack(path);
        }
    }

    @Test
    void a_broker_that_is_not_there_must_not_keep_a_name() throws IOException {
        var closed = new ServerSocket(0, 1, HERE);
        closed.close();
        try (var path = pathTo(urlOf(closed), 20_000)) {
            assertThat(path.call(ITEM, PUSH).status()).isEqualTo(502);

            assertAllIsGivenBack(path);
        }
    }

    @Test
    void what_a_silent_broker_may_have_stored_must_not_be_forgotten() throws IOException {
        try (var broker = new StubBroker();
                var path = pathTo(broker.url(), 500)) {
            broker.holdsAnswers();
            assertThat(path.call(ITEM, PUSH).status()).isEqualTo(504);

            assertNamesAndBytesStay(path);
        }
    }

    @Test
    void what_a_broker_that_hung_up_may_have_stored_must_not_be_forgotten() throws IOException {
        try (var broker = new ServerSocket(0, 10, HERE);
                var path = pathTo(urlOf(broker), 20_000)) {
            Thread.ofVirtual().start(() -> hangUpAfterReading(broker));
            assertThat(path.call(ITEM, PUSH).status()).isEqualTo(502);

            assertNamesAndBytesStay(path);
        }
    }

    private static void hangUpAfterReading(ServerSocket broker) {
        try (Socket socket = broker.accept()) {
            socket.getInputStream().read(new byte[4096]);
        } catch (IOException over) {
            // the test is
        }
    }

    @Test
    void what_was_stored_for_a_client_that_left_must_not_be_forgotten() throws IOException {
        try (var broker = new StubBroker();
                var path = pathTo(broker.url(), 20_000)) {
            broker.holdsAnswers();
            try (var client = new WireClient(new InetSocketAddress(HERE, path.port()))) {
                client.send(WireClient.head(PUSH), ITEM);
                await().until(() -> !broker.seen().isEmpty());
            }

            assertNamesAndBytesStay(path);
        }
    }
}
