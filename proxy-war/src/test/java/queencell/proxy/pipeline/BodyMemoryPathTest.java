package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.EffectiveStatus;

/// Uploads that nobody finishes, through the whole data path (pipeline, 13).
class BodyMemoryPathTest {
    private static final String[] PUSH = {"POST /api/v1/push", "Host: path", "Authorization: Bearer " + TestPath.KEY};
    private static final String LARGE =
            "{\"items\":[{\"queue\":\"q\",\"payload\":\"%s\"}]}".formatted("x".repeat(40_000));

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
}
