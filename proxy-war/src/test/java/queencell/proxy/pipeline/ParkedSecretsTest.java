package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.listener.Inbound;
import queencell.proxy.cluster.EffectiveStatus;

/// What a long-poll holds in memory while it waits (pipeline, 7.10 and 17): thousands of them are parked for minutes,
/// and a dump of the heap is what people send along with a fault.
class ParkedSecretsTest {
    private final Witness witness = new Witness();

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @AutoClose
    private final TestPath path =
            new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, Map.of(), Map.of(), witness);

    /// Keeps what the connection keeps of a request.
    static final class Witness implements ContainerRequestFilter {
        private volatile Inbound inbound;

        @Override
        public void filter(ContainerRequestContext request) {
            inbound = Inbound.of(request);
        }
    }

    @Test
    void a_parked_poll_must_not_keep_the_key_it_came_with() throws Exception {
        var held = broker.answers(200, "{\"messages\":[]}").holdsAnswers();
        try (var client = new WireClient(new InetSocketAddress("127.0.0.1", path.port()))) {
            client.send(
                    WireClient.head(
                            "GET /api/v1/pop/queue/q?wait=true",
                            "Host: path.example",
                            "Authorization: Bearer " + TestPath.KEY,
                            "Cookie: queen_session=session-token",
                            "X-Mine: kept"),
                    "");
            await().until(() -> path.parked.parkedInCell() == 1);
            // behind the step that parks it
            List<String> kept = witness.inbound.loop().submit(this::valuesKept).get();
            assertThat(kept)
                    .contains("kept")
                    .noneMatch(value -> value.contains(TestPath.KEY) || value.contains("session-token"));

            held.countDown();
            assertThat(client.read().status()).isEqualTo(200);
        }
        assertThat(broker.last().headers()).containsKey("x-queen-tenant").containsEntry("x-mine", List.of("kept"));
    }

    private List<String> valuesKept() {
        var headers = witness.inbound.headers();
        return IntStream.range(0, headers.size()).mapToObj(headers::value).toList();
    }
}
