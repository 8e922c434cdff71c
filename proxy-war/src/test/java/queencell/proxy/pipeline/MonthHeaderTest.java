package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.LimitColumn;

/// Whoever may be refused by the monthly quota is told what is left of it (pipeline, 7.14).
class MonthHeaderTest {
    private static final String SINKS = "{\"push_items\":[{\"queue\":\"q\",\"payload\":1}]}";

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @AutoClose
    private final TestPath path = new TestPath(
            "path", broker.url(), EffectiveStatus.ACTIVE, Map.of(LimitColumn.MONTHLY_MSGS_QUOTA, 10L), Map.of());

    private WireClient.Answer call(String body, String request) throws IOException {
        return path.call(body, request, "Host: path.example", "Authorization: Bearer " + TestPath.KEY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /api/v1/push",
                "POST /api/v1/transaction",
                "POST /api/v1/ephemeral/push",
                "POST /streams/v1/cycle",
                "POST /api/v1/dlq/1/replay",
                "POST /api/v1/messages/p/t/retry",
                "GET /api/v1/pop/queue/q",
                "GET /api/v1/ephemeral/pop?queue=q"
            })
    void a_route_that_the_month_may_refuse_must_say_what_is_left_of_it(String request) throws IOException {
        WireClient.Answer answer = call(request.endsWith("cycle") ? SINKS : "", request);

        assertThat(answer.headers().get("RateLimit-Policy")).contains("\"month\";q=10;w=");
        assertThat(answer.headers().get("RateLimit")).contains("\"month\";r=10;t=");
    }

    @Test
    void a_cycle_that_the_month_refuses_must_say_so_in_its_fields_too() throws IOException {
        path.pushBlocks.monthly(TestPath.CLUSTER, true);

        WireClient.Answer answer = call(SINKS, "POST /streams/v1/cycle");

        assertThat(answer.code()).isEqualTo("quota_exceeded");
        assertThat(answer.headers().get("RateLimit-Policy")).contains("\"month\";q=10;w=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/v1/resources/queues",
                "POST /api/v1/ack",
                "POST /api/v1/configure",
                "POST /api/v1/kv",
                "POST /api/v1/timers"
            })
    void a_route_that_moves_no_message_must_not_speak_of_the_month(String request) throws IOException {
        assertThat(call("", request).headers().get("RateLimit")).doesNotContain("month");
    }
}
