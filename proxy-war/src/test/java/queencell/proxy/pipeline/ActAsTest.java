package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.cluster.EffectiveStatus;

/// The act-as header on a shared host, where a key that acts as anybody is refused (pipeline, 3.2).
class ActAsTest {
    private static final Map<String, String> SHARED = Map.of("QUEEN_PROXY_SHARED_HOSTS", "all.example");

    private static final Map<String, String> OPERATED =
            Map.of("QUEEN_PROXY_SHARED_HOSTS", "all.example", "QUEEN_PROXY_OPERATOR_ENABLED", "true");

    private static final String ACTS = "x-queen-act-cluster: path";

    private static WireClient.Answer acting(String named) throws IOException {
        try (var broker = new StubBroker();
                var path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, SHARED)) {
            return path.ask("GET /api/v1/resources/queues", "all.example", "x-queen-act-cluster: " + named);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\u00e9", "path\u00a0", "\u0080"})
    void a_value_that_is_blank_or_no_text_must_count_as_absent(String named) throws IOException {
        assertThat(acting(named).status()).isEqualTo(200);
    }

    @Test
    void a_key_must_not_act_as_anybody() throws IOException {
        assertThat(acting("path").code()).isEqualTo("forbidden");
    }

    /// Where a blocked path answers before anybody is asked, so must one that is blocked for all but operators.
    @Test
    void a_key_that_acts_must_not_learn_which_paths_are_the_operators() throws IOException {
        try (var path = new TestPath("path", "http://127.0.0.1:1", EffectiveStatus.ACTIVE, OPERATED)) {
            WireClient.Answer operators = path.ask("GET /api/v1/status", "all.example", ACTS);
            WireClient.Answer nobodys = path.ask("GET /api/v1/statusfoo", "all.example", ACTS);
            assertThat(operators.status()).isEqualTo(404);
            assertThat(operators.body()).isEqualTo(nobodys.body());
            assertThat(path.ask("GET /api/v1/status/queues", "all.example", ACTS)
                            .code())
                    .isEqualTo("forbidden");
        }
    }
}
