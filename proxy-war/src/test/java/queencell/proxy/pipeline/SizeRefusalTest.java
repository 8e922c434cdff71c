package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.LimitColumn;

/// A cap of sizes refuses like every other limit (pipeline, 7.5 and 17), through the whole data path: a tenant whose
/// pushes all end so must not be searched for in vain.
class SizeRefusalTest {

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @AutoClose
    private final HeardLog log = new HeardLog();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | 0    | {"items":[{"queue":"q","payload":12345}]}                           | max_payload_bytes
            false | 0    | {"items":[{"queue":"q","payload":12345}]}                           | max_payload_bytes
            true  | 0    | {"items":[{"queue":"q","payload":1},{"queue":"q","payload":2}]}     | max_batch_items
            true  | 2000 | {"items":[]}                                                        | QUEEN_PROXY_MAX_BODY_BYTES
            """)
    void what_is_too_large_must_leave_a_line(String enforce, int padding, String body, String cap) throws IOException {
        Map<LimitColumn, Long> plan = Map.of(LimitColumn.MAX_PAYLOAD_BYTES, 3L, LimitColumn.MAX_BATCH_ITEMS, 1L);
        Map<String, String> environment = Map.of("QUEEN_PROXY_ENFORCE", enforce, "QUEEN_PROXY_MAX_BODY_BYTES", "1024");
        try (var path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, plan, environment)) {
            WireClient.Answer answer = path.call(
                    body + " ".repeat(padding),
                    "POST /api/v1/push",
                    "Host: path.example",
                    "Authorization: Bearer " + TestPath.KEY);

            assertThat(answer.status()).as(answer.body()).isEqualTo(413);
            assertThat(log.lines("limit_reached"))
                    .singleElement()
                    .asString()
                    .contains(" limits ", "cluster=" + TestPath.CLUSTER, "kind=size", "blocked=true", cap)
                    .contains("rid=" + answer.headers().get("x-queen-request-id"));
        }
    }
}
