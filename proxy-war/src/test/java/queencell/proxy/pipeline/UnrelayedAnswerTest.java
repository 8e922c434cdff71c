package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.limit.MonthRoom;

/// What the broker has done is counted, once, though the proxy stumbles before it can pass the answer on (pipeline,
/// 10 and A17).
class UnrelayedAnswerTest {
    private final StubBroker broker = new StubBroker();
    private TestPath path;

    /// Stands in for a fault between the broker's answer and its relay.
    @Priority(0)
    private static final class Stumbling implements ContainerResponseFilter {
        @Override
        public void filter(ContainerRequestContext request, ContainerResponseContext response) {
            if (response.getStatus() < 300) {
                throw new IllegalStateException("stumbled on purpose");
            }
        }
    }

    @BeforeEach
    void start() {
        path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, Map.of(), Map.of(), new Stumbling());
        path.months.settle(TestPath.CLUSTER, 0, 4);
    }

    @AfterEach
    void stop() {
        path.close();
        broker.close();
    }

    private WireClient.Answer call(String body, String line) throws IOException {
        return path.call(body, line, "Host: path.example", "Authorization: Bearer " + TestPath.KEY);
    }

    /// As `op reqs/msgs`, once something was recorded and for a while after.
    private List<String> metered() {
        List<String> lines = new ArrayList<>();
        await().atMost(Duration.ofSeconds(20)).during(Duration.ofSeconds(1)).until(() -> {
            path.usage
                    .drainAll()
                    .forEach(line -> lines.add("%s %d/%d"
                            .formatted(
                                    line.op().wireName(),
                                    line.used().reqs(),
                                    line.used().msgs())));
            return !lines.isEmpty();
        });
        return lines;
    }

    @Test
    void a_push_that_was_stored_must_not_go_uncounted_and_keep_its_room_in_the_month() throws IOException {
        broker.answers(201, "[{\"status\":\"queued\"},{\"status\":\"queued\"}]");

        WireClient.Answer answer = call(
                "{\"items\":[{\"queue\":\"q\",\"payload\":1},{\"queue\":\"q\",\"payload\":2}]}", "POST /api/v1/push");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(metered()).containsExactly("push 1/2");
        // two are used and none is held
        assertThat(path.months.taken(TestPath.CLUSTER)).hasValue(2);
        assertThat(path.months.hold(TestPath.CLUSTER, 1)).isInstanceOf(MonthRoom.Kept.class);
    }

    @Test
    void an_answer_that_nobody_counts_must_not_go_unrecorded() throws IOException {
        assertThat(call("", "GET /api/v1/resources/queues").status()).isEqualTo(500);
        assertThat(metered()).containsExactly("read 1/0");
    }
}
