package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.EffectiveStatus;

/// A body that was long in coming leaves the broker as much time as any other (pipeline, 13 and A26): a call that is
/// given up before may have been carried out, and is repeated.
class SlowBodyTest {
    private static final String BODY = "{\"items\":[]}";

    @AutoClose
    private final StubBroker broker = new StubBroker();

    /// The edge's own bound is seven seconds: the gateway's and five.
    @AutoClose
    private final TestPath path = new TestPath(
            "path",
            broker.url(),
            EffectiveStatus.ACTIVE,
            Map.of("QUEEN_PROXY_UPSTREAM_TIMEOUT_MS", "2000", "QUEEN_EDGE_REQUEST_TIMEOUT_MS", "1000"));

    @Test
    void the_edge_must_not_give_up_before_the_gateway_does() throws Exception {
        broker.holdsAnswers();
        try (var client = new WireClient(new InetSocketAddress("127.0.0.1", path.port()))) {
            client.send(
                    WireClient.head(
                            "POST /api/v1/push",
                            "Host: path.example",
                            "Authorization: Bearer " + TestPath.KEY,
                            "Content-Length: " + BODY.length()),
                    "");
            client.write(BODY.substring(0, 1));
            Thread.sleep(Duration.ofMillis(6_200));
            client.write(BODY.substring(1));

            WireClient.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(504);
            assertThat(answer.code()).isEqualTo("upstream_timeout");
        }
    }
}
