package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.CellSecret;

/// A cell that is written down so that nobody can be asked there (pipeline, 9.1), through the whole data path.
class UnusableCellTest {

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @AutoClose
    private final HeardLog log = new HeardLog();

    private static WireClient.Answer read(TestPath path) throws IOException {
        return path.ask("GET /api/v1/resources/queues", "path.example");
    }

    @Test
    void a_secret_that_no_header_carries_must_be_told_and_never_sent() throws IOException {
        try (var path = new TestPath("path", broker.url(), CellSecret.of("hid\r\nx-queen-tenant: den"))) {
            WireClient.Answer answer = read(path);

            assertThat(answer.status()).as(answer.body()).isEqualTo(502);
            assertThat(answer.code()).isEqualTo("bad_gateway");
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
        try (var path = new TestPath("path", "https://127.0.0.1:1", CellSecret.none())) {
            assertThat(read(path).code()).isEqualTo("bad_gateway");
            assertThat(log.lines("cell_unreachable")).singleElement().asString().contains("is not plain http");
        }
    }
}
