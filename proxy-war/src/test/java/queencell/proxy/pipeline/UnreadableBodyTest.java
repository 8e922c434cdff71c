package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.EffectiveStatus;

/// Bytes that are no JSON (pipeline, 7.6): the broker says what is wrong with them, and the operator sees that nothing
/// was counted.
class UnreadableBodyTest {
    private static final String BODY = "{\"items\":[ no json";

    @AutoClose
    private final StubBroker broker = new StubBroker().answers(400, "{\"error\":\"from the broker\"}");

    @AutoClose
    private final HeardLog log = new HeardLog();

    @AutoClose
    private final TestPath path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, Map.of());

    private WireClient.Answer call(String target, String body) throws IOException {
        return path.call(body, "POST " + target, "Host: path.example", "Authorization: Bearer " + TestPath.KEY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/push",
                "/api/v1/transaction",
                "/api/v1/ephemeral/push",
                "/streams/v1/cycle",
                "/api/v1/configure",
                "/api/v1/kv",
                "/api/v1/timers",
                "/api/v1/ack",
                "/api/v1/dlq/7/replay"
            })
    void what_was_not_counted_is_forwarded_as_it_came_and_leaves_a_warning(String target) throws IOException {
        WireClient.Answer answer = call(target, BODY);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("from the broker");
        assertThat(broker.last().body()).isEqualTo(BODY);
        assertThat(log.lines("body_unreadable"))
                .singleElement()
                .asString()
                .containsIgnoringCase("warn")
                .contains(" cluster=path op=", " rid=");
    }

    @Test
    void a_body_that_is_counted_warns_of_nothing() throws IOException {
        call("/api/v1/push", "{\"items\":[{\"queue\":\"q\",\"payload\":1}]}");

        assertThat(log.lines("body_unreadable")).isEmpty();
    }
}
