package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.cluster.EffectiveStatus;

/// A body that is counted has to be readable (pipeline, A12): one that says that it is encoded is refused, on whichever
/// of its lines it says so.
class EncodedBodyTest {
    private static final String PUSH = "{\"items\":[{\"queue\":\"q\",\"payload\":1}]}";

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @AutoClose
    private final TestPath path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, Map.of());

    /// @param lines header lines that say how the body is encoded
    private WireClient.Answer call(String target, String body, String... lines) throws IOException {
        return path.call(
                body,
                Stream.concat(
                                Stream.of(
                                        "POST " + target,
                                        "Host: path.example",
                                        "Authorization: Bearer " + TestPath.KEY),
                                Stream.of(lines).map(line -> "Content-Encoding: " + line))
                        .toArray(String[]::new));
    }

    private void assertRefused(WireClient.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
        assertThat(answer.body()).contains("Content-Encoding");
        assertThat(broker.seen()).isEmpty();
    }

    static Stream<List<String>> severalLines() {
        return Stream.of(
                List.of("identity", "gzip"),
                List.of("gzip", "identity"),
                List.of("", "gzip"),
                List.of("identity", "identity", "br"),
                List.of("gzip", "gzip"));
    }

    @ParameterizedTest
    @MethodSource("severalLines")
    void an_encoding_must_not_pass_on_whichever_line(List<String> lines) throws IOException {
        assertRefused(call("/api/v1/push", PUSH, lines.toArray(String[]::new)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/push",
                "/api/v1/transaction",
                "/api/v1/ephemeral/push",
                "/api/v1/configure",
                "/api/v1/kv",
                "/api/v1/timers",
                "/streams/v1/cycle",
                "/api/v1/ack",
                "/api/v1/dlq/a/replay"
            })
    void no_route_whose_body_is_read_must_let_an_encoded_one_pass(String target) throws IOException {
        assertRefused(call(target, "{}", "identity", "gzip"));
    }

    @Test
    void a_body_that_says_it_is_not_encoded_must_pass() throws IOException {
        broker.answers(201, "[{\"status\":\"queued\"}]");

        assertThat(call("/api/v1/push", PUSH, "Identity").status()).isEqualTo(201);
        assertThat(broker.last().body()).isEqualTo(PUSH);
    }
}
