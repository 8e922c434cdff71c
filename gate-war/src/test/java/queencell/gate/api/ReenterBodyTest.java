package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.JsonText;
import queencell.gate.item.ItemReader;
import queencell.gate.item.Payload;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.NodePlan;
import queencell.web.RefusedException;

class ReenterBodyTest {

    private static ReenterBody read(String body) {
        return ReenterBody.read(body.getBytes(StandardCharsets.UTF_8));
    }

    private static void refused(byte[] body, int status) {
        assertThatThrownBy(() -> ReenterBody.read(body))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.status()).isEqualTo(status));
    }

    @Test
    void what_was_popped_comes_back_as_it_was() {
        ReenterBody told = read("{\"txn\":\"t\",\"payload\":{\"n\":1.10,\"_gate\":{\"path\":\"main\"}}}");

        assertThat(new String(told.payload(), StandardCharsets.UTF_8))
                .isEqualTo("{\"n\":1.10,\"_gate\":{\"path\":\"main\"}}");
        assertThat(told.transactionId()).contains("t");
        assertThat(told.stampedPath()).contains("main");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 400",
                "' ' | 400",
                "{ | 400",
                "{} {} | 400",
                "[] | 422",
                "{\"payload\":7} | 422",
                "{\"txn\":7} | 422",
                "{\"attempt\":1.5} | 422",
            })
    void what_cannot_go_round_again_is_refused_as_a_push_would_be(String body, int status) {
        refused(body.getBytes(StandardCharsets.UTF_8), status);
    }

    @Test
    void half_a_surrogate_pair_must_be_kept_for_the_check_that_refuses_it() {
        Payload payload = ItemReader.of(node())
                .scan(read("{\"payload\":{\"a\":\"\\ud800\"}}").payload());
        assertThat(payload.unrelayable()).isPresent();
    }

    private static NodePlan node() {
        var parsed = (JsonText.Parsed) JsonText.parse(
                "{\"version\":1,\"nodes\":{\"n\":{\"ingress\":true,\"egress\":\"out\"}},\"paths\":[{\"name\":\"main\",\"nodes\":[\"n\"]}]}"
                        .getBytes(StandardCharsets.UTF_8));
        var document = ((DocumentReader.Read) DocumentReader.read(parsed.value())).document();
        return GraphCompiler.compile(document.named("app", "g")).node("n").orElseThrow();
    }

    @Test
    void nesting_beyond_the_reader_is_json_all_the_same() {
        refused(
                ("{\"payload\":{\"a\":" + "[".repeat(1001) + "]".repeat(1001) + "}}").getBytes(StandardCharsets.UTF_8),
                422);
    }

    @Test
    void a_body_that_is_not_utf_8_is_refused() {
        refused("{\"txn\":\"t\"}".getBytes(StandardCharsets.UTF_16), 400);
    }
}
