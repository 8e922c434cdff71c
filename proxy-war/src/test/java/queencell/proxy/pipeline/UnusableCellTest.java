package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.CellSecret;
import queencell.proxy.cluster.EffectiveStatus;

/// A cell that is written down so that nobody can be asked there (pipeline, 9.1), through the whole data path: its
/// requests end like those of a broker that is away, 502 and counted with no message (7.13), and take nothing that is
/// not given back.
class UnusableCellTest {

    private static final String NOT_FOR_BROKERS = "https://127.0.0.1:1";

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @AutoClose
    private final HeardLog log = new HeardLog();

    private static WireClient.Answer read(TestPath path) throws IOException {
        return path.ask("GET /api/v1/resources/queues", "path.example");
    }

    /// Consumers of shipped clients go on at a 502 that says `connection`, and end at a 500.
    @Test
    void a_secret_that_no_header_carries_must_be_told_and_never_sent() throws IOException {
        try (var path = new TestPath("path", broker.url(), CellSecret.of("hid\r\nx-queen-tenant: den"))) {
            WireClient.Answer answer = read(path);

            assertThat(answer.status()).as(answer.body()).isEqualTo(502);
            assertThat(answer.code()).isEqualTo("bad_gateway");
            assertThat(answer.body()).contains("connection").doesNotContain("hid", "den");
            assertThat(broker.seen()).isEmpty();
            assertThat(log.lines("cell_unreachable"))
                    .singleElement()
                    .asString()
                    .contains(" cell=" + broker.url() + " reason=\"the cell secret holds a character")
                    .doesNotContain("hid", "den");

            assertThat(read(path).status()).isEqualTo(502);
            assertThat(log.lines("cell_unreachable")).as("once a minute").hasSize(1);
        }
    }

    @Test
    void a_secret_must_reach_the_broker_as_its_bearer_token() throws IOException {
        try (var path = new TestPath("path", broker.url(), CellSecret.of("of the cell\n"))) {
            assertThat(read(path).status()).isEqualTo(200);
            assertThat(broker.last().headers().get("authorization")).containsExactly("Bearer of the cell");
        }
    }

    @Test
    void an_address_that_is_none_must_be_told() throws IOException {
        try (var path = new TestPath("path", NOT_FOR_BROKERS, CellSecret.none())) {
            assertThat(read(path).code()).isEqualTo("bad_gateway");
            assertThat(log.lines("cell_unreachable")).singleElement().asString().contains("is not plain http");
        }
    }

    /// Whoever wrote it down there meant it for nobody's eyes.
    @ParameterizedTest
    @ValueSource(strings = {"http://u:s3cret@127.0.0.1:1", "u:s3cret@127.0.0.1:1"})
    void a_password_in_an_address_must_not_be_told(String address) throws IOException {
        for (CellSecret secret : List.of(CellSecret.none(), CellSecret.of("hid\r\nden"))) {
            try (var path = new TestPath("path", address, secret)) {
                assertThat(read(path).code()).isEqualTo("bad_gateway");
            }
        }
        assertThat(log.lines("cell_unreachable"))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("127.0.0.1:1").doesNotContain("s3cret"));
    }

    private static WireClient.Answer call(TestPath path, String body, String line) throws IOException {
        return path.call(body, line, "Host: path.example", "Authorization: Bearer " + TestPath.KEY);
    }

    @ParameterizedTest
    @CsvSource({
        "POST /api/v1/push, '{\"items\":[{\"queue\":\"q\",\"payload\":1}]}', push",
        "GET /api/v1/pop/queue/q?wait=true, '', delivery",
        "GET /api/v1/resources/queues, '', read"
    })
    void a_request_to_it_must_not_go_uncounted(String line, String body, String op) throws IOException {
        try (var path = new TestPath("path", NOT_FOR_BROKERS, EffectiveStatus.ACTIVE, Map.of())) {
            WireClient.Answer answer = call(path, body, line);

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.code()).isEqualTo("bad_gateway");
            assertThat(path.usage.drainAll()).singleElement().satisfies(counted -> {
                assertThat(counted.op().wireName()).isEqualTo(op);
                assertThat(counted.used().reqs()).isEqualTo(1);
                assertThat(counted.used().msgs()).isZero();
            });
        }
    }

    @Test
    void it_keeps_neither_room_in_the_storage_nor_in_the_month() throws IOException {
        try (var path = new TestPath("path", NOT_FOR_BROKERS, EffectiveStatus.ACTIVE, Map.of())) {
            path.months.settle(TestPath.CLUSTER, 0, 1);

            call(path, "{\"items\":[{\"queue\":\"q\",\"payload\":1}]}", "POST /api/v1/push");

            assertThat(path.months.taken(TestPath.CLUSTER)).hasValue(0);
            assertThat(path.storage.of(TestPath.CLUSTER).inFlightBytes()).isZero();
        }
    }
}
