package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.LimitColumn;

/// What becomes of a connection whose request a limit refused (pipeline, 13): clients that are paced would otherwise
/// pay a handshake for each refusal.
class KeptAfterRefusalTest {
    private static final String[] PUSH = {
        "POST /api/v1/push", "Host: path.example", "Authorization: Bearer " + TestPath.KEY
    };
    private static final String ITEM = "{\"items\":[{\"queue\":\"q\",\"payload\":1}]}";
    private static final int ENOUGH = 50;

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @AutoClose
    private final TestPath path = new TestPath(
            "path", broker.url(), EffectiveStatus.ACTIVE, Map.of(LimitColumn.MAX_REQ_PER_SEC, 1L), Map.of());

    @BeforeEach
    void answer() {
        broker.answers(201, "[{\"status\":\"queued\"}]");
    }

    private WireClient connect() throws IOException {
        return new WireClient(new InetSocketAddress("127.0.0.1", path.port()));
    }

    private static WireClient.Answer untilRefused(WireClient client) throws IOException {
        WireClient.Answer answer = push(client);
        for (int i = 0; i < ENOUGH && answer.status() != 429; i++) {
            answer = push(client);
        }
        return answer;
    }

    private static WireClient.Answer push(WireClient client) throws IOException {
        client.send(WireClient.head(PUSH), ITEM);
        return client.read();
    }

    @Test
    void a_connection_whose_request_came_too_early_is_closed() throws IOException {
        try (WireClient client = connect()) {
            WireClient.Answer refused = untilRefused(client);

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.headers()).doesNotContainEntry("Connection", "close");
            assertThat(push(client).code()).as("of the next request on it").isIn("rate_limited", "");
            assertThat(path.openConnections()).isEqualTo(1);
        }
    }

    /// Nobody reads a megabyte for the sake of a connection.
    @Test
    void a_connection_is_kept_on_which_most_of_a_body_is_still_to_come() throws IOException {
        try (WireClient client = connect();
                WireClient uploader = connect()) {
            assertThat(untilRefused(client).status()).isEqualTo(429);
            uploader.send(WireClient.head(PUSH) + "Content-Length: 1000000\n", "");

            WireClient.Answer refused = uploader.read();
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.headers()).containsEntry("Connection", "close");
        }
    }
}
