package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.LimitColumn;

/// A request that would reach the broker with more fields than it reads (pipeline, 13 and A30), through the whole
/// data path.
class FieldCountTest {
    private static final String PUSH = "{\"items\":[{\"queue\":\"q\",\"payload\":1}]}";

    /// Request id, tenant, encoding, host and length are the proxy's own, and the broker reads a hundred.
    private static final int MOST = 95;

    @AutoClose
    private final StubBroker broker = new StubBroker().answers(201, "[{\"status\":\"queued\"}]");

    private TestPath path(Map<LimitColumn, Long> plan) {
        return new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, plan, Map.of());
    }

    private static WireClient.Answer push(TestPath path, int more, String key) throws IOException {
        return path.call(
                PUSH,
                Stream.concat(
                                Stream.of("POST /api/v1/push", "Host: path.example", "Authorization: Bearer " + key),
                                IntStream.range(0, more).mapToObj(each -> "X-" + each + ": v"))
                        .toArray(String[]::new));
    }

    private static WireClient.Answer push(TestPath path, int more) throws IOException {
        return push(path, more, TestPath.KEY);
    }

    @ParameterizedTest
    @CsvSource({"MAX_REQ_PER_SEC, REQ_BURST", "MAX_MSGS_PER_SEC, MSGS_BURST"})
    void a_head_that_is_refused_must_spend_no_token(LimitColumn rate, LimitColumn burst) throws IOException {
        // two tokens, and never another one
        try (var path = path(Map.of(rate, 0L, burst, 2L))) {
            for (int time = 1; time <= 3; time++) {
                WireClient.Answer refused = push(path, MOST + 1);
                assertThat(refused.status()).as(refused.body()).isEqualTo(431);
                assertThat(refused.code()).isEqualTo("request_headers_too_large");
            }
            assertThat(broker.seen()).isEmpty();

            assertThat(push(path, 0).status()).isEqualTo(201);
        }
    }

    @Test
    void a_head_of_as_many_fields_as_the_broker_reads_must_pass() throws IOException {
        try (var path = path(Map.of())) {
            assertThat(push(path, MOST).status()).isEqualTo(201);
            assertThat(push(path, MOST + 1).status()).isEqualTo(431);
        }
    }

    /// How many fields are too many tells whether the cell has a secret.
    @Test
    void a_stranger_must_not_learn_how_many_fields_pass() throws IOException {
        try (var path = path(Map.of())) {
            assertThat(push(path, MOST + 1, "qk_test_of_nobody").status()).isEqualTo(401);
        }
    }
}
