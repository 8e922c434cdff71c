package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.limit.MonthRoom;

/// What is judged of a dead letter's replay (pipeline, 7.1 and 7.9), where limits only warn.
class ReplayTest {
    private StubBroker broker;
    private TestPath path;

    @BeforeEach
    void start() {
        broker = new StubBroker();
        path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, Map.of("QUEEN_PROXY_ENFORCE", "false"));
    }

    @AfterEach
    void stop() {
        path.close();
        broker.close();
    }

    private WireClient.Answer replay(String body) throws IOException {
        return path.call(
                body,
                "POST /api/v1/dlq/7/replay",
                "Host: path.example",
                "Content-Type: application/json",
                "Authorization: Bearer " + TestPath.KEY);
    }

    /// What could mean one thing here and another to the broker, and names that harm neighbours, are no limits.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"queue\":\"q\",\"queue\":\"r\",\"partition\":\"p\"}",
                "{\"queue\":\"q\",\"partition\":\"p\\u0001\"}",
                "{\"queue\":\"q\\u0001\"}",
                "{\"partition\":\"p\\u0001\"}",
                "[\"new-queue\",\"p\"]"
            })
    void shadow_mode_must_not_pass_a_body_that_is_refused_for_safety(String body) throws IOException {
        WireClient.Answer answer = replay(body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
        assertThat(broker.seen()).isEmpty();
    }

    @Test
    void half_a_destination_must_only_warn_in_shadow_mode() throws IOException {
        assertThat(replay("{\"queue\":\"q\"}").status()).isEqualTo(200);
        assertThat(broker.last().body()).isEqualTo("{\"queue\":\"q\"}");
    }

    /// The month is a hard limit, whatever the body says of the destination.
    @ParameterizedTest
    @ValueSource(strings = {"", " \f\n", "{}", "{\"queue\":\"q\"}", "{\"queue\":\"q\",\"partition\":\"p\"}"})
    void no_replay_must_get_past_the_month(String body) throws IOException {
        path.months.settle(TestPath.CLUSTER, 0, 1);
        assertThat(path.months.hold(TestPath.CLUSTER, 1)).isInstanceOf(MonthRoom.Kept.class);

        WireClient.Answer answer = replay(body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(429);
        assertThat(broker.seen()).isEmpty();
    }
}
