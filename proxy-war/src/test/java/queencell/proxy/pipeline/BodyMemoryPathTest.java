package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.EffectiveStatus;

/// Uploads that nobody finishes, through the whole data path (pipeline, 13).
class BodyMemoryPathTest {
    private static final String[] PUSH = {"POST /api/v1/push", "Host: path", "Authorization: Bearer " + TestPath.KEY};
    private static final String LARGE =
            "{\"items\":[{\"queue\":\"q\",\"payload\":\"%s\"}]}".formatted("x".repeat(40_000));
    /// Away from the loop; its last brace is missing.
    private static final String SLOWLY_JUDGED =
            "{\"items\":[{\"queue\":\"q\",\"payload\":\"%s\"}]".formatted("x".repeat(600_000));

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @AutoClose
    private final HeardLog log = new HeardLog();

    /// A tenant with one key took the heap from all others. It holds in shadow mode too.
    @Test
    void a_cluster_that_fills_the_memory_must_be_told_to_come_again() throws IOException {
        broker.answers(201, "[]");
        Map<String, String> little = Map.of("QUEEN_EDGE_BODY_MEMORY_BYTES", "100000", "QUEEN_PROXY_ENFORCE", "false");
        try (var path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, little);
                var unfinished = new WireClient(new InetSocketAddress("127.0.0.1", path.port()))) {
            assertThat(path.call(LARGE, PUSH).status()).isEqualTo(201);
            unfinished.send(WireClient.head(PUSH) + "Content-Length: 50000\n", "");
            unfinished.write("x".repeat(49_999));

            await().untilAsserted(() -> {
                WireClient.Answer refused = path.call(LARGE, PUSH);
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.code()).isEqualTo("rate_limited");
                assertThat(refused.headers()).containsEntry("Retry-After", "1").containsEntry("Connection", "close");
            });
            assertThat(log.lines("limit_reached"))
                    .isNotEmpty()
                    .allSatisfy(line ->
                            assertThat(line).contains("cluster=" + TestPath.CLUSTER, "kind=bodies", "blocked=true"));
        }
    }

    /// Whoever sent and left, again and again, held far more than the memory for bodies.
    @Test
    void a_body_whose_client_left_must_count_until_it_is_judged() throws Exception {
        broker.answers(201, "[]");
        Map<String, String> little = Map.of("QUEEN_EDGE_BODY_MEMORY_BYTES", "1000000");
        try (var path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, little)) {
            CountDownLatch free = leaveWhileJudged(path, new CountDownLatch(1));
            assertThat(path.call(SLOWLY_JUDGED + "}", PUSH).status()).isEqualTo(429);

            free.countDown();
            await().untilAsserted(() ->
                    assertThat(path.call(SLOWLY_JUDGED + "}", PUSH).status()).isEqualTo(201));
        }
    }

    @Test
    void a_body_whose_client_left_before_its_turn_must_not_be_judged() throws Exception {
        try (var path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, Map.of())) {
            var judged = new CountDownLatch(1);
            leaveWhileJudged(path, judged).countDown();
            judged.await();
            assertThat(log.lines("body_unreadable")).isEmpty();
        }
    }

    /// @return lets the body be judged, whose client is gone
    private static CountDownLatch leaveWhileJudged(TestPath path, CountDownLatch judged) throws Exception {
        var begun = new CountDownLatch(1);
        var free = new CountDownLatch(1);
        path.elsewhere = judging -> {
            path.elsewhere = Runnable::run;
            begun.countDown();
            waitFor(free);
            judging.run();
            judged.countDown();
        };
        try (var leaver = new WireClient(new InetSocketAddress("127.0.0.1", path.port()))) {
            leaver.send(WireClient.head(PUSH), SLOWLY_JUDGED);
            begun.await();
        }
        await().until(() -> path.openConnections() == 0);
        path.settle();
        return free;
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
