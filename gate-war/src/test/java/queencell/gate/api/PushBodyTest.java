package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.web.RefusedException;

class PushBodyTest {

    private static PushBody.Read read(String body) {
        return PushBody.read(body.getBytes(StandardCharsets.UTF_8));
    }

    private static String payload(PushBody.Pushed pushed) {
        return new String(pushed.payload(), StandardCharsets.UTF_8);
    }

    @Test
    void a_payload_stays_the_bytes_that_were_sent() {
        PushBody.Pushed pushed = read("{\"x\":[1],\"payload\": {\"n\":1.10, \"ü\":[{}]} ,\"txn\":\"t\"}")
                .items()
                .getFirst();

        assertThat(payload(pushed)).isEqualTo("{\"n\":1.10, \"ü\":[{}]}");
        assertThat(pushed.transactionId()).contains("t");
    }

    @Test
    void what_is_empty_or_null_counts_as_absent_and_the_key_stands_in_for_the_partition() {
        PushBody.Pushed pushed = read("{\"partition\":\"\",\"key\":\"k\",\"txn\":null,\"cost\":null,\"op\":\"\"}")
                .items()
                .getFirst();

        assertThat(payload(pushed)).isEqualTo("{}");
        assertThat(pushed.partition()).contains("k");
        assertThat(pushed.transactionId()).isEmpty();
        assertThat(pushed.cost()).isEqualTo(OptionalLong.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"payload\":null} | 422",
                "{\"payload\":\"text\"} | 422",
                "{\"op\":null} | 422",
                "{\"txn\":7} | 422",
                "{\"cost\":1.5} | 422",
                "[] | 422",
                "7 | 422",
                "{} {} | 400",
                "{\"payload\":{ | 400",
            })
    void what_cannot_be_pushed_is_refused_and_not_repaired(String body, int status) {
        assertThatThrownBy(() -> read(body))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.status()).isEqualTo(status));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE"})
    void a_body_that_is_not_utf_8_is_refused_and_not_cut_at_the_wrong_place(String charset) {
        byte[] body = "{\"payload\":{\"n\":1}}".getBytes(Charset.forName(charset));
        assertThatThrownBy(() -> PushBody.read(body)).isInstanceOfSatisfying(RefusedException.class, refused -> {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.getMessage()).contains("UTF-8");
        });
    }

    /// The broker refuses such bytes, which would be told as if it were away: the producer would repeat them for ever.
    @ParameterizedTest
    @ValueSource(strings = {"c0af", "eda080", "f7808080", "ff", "c3"})
    void a_payload_whose_texts_are_no_utf_8_must_be_the_producers_mistake(String bytes) throws IOException {
        var body = new ByteArrayOutputStream();
        body.write("{\"payload\":{\"a\":\"".getBytes(StandardCharsets.UTF_8));
        body.write(HexFormat.of().parseHex(bytes));
        body.write("\"}}".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> PushBody.read(body.toByteArray()))
                .isInstanceOfSatisfying(RefusedException.class, refused -> {
                    assertThat(refused.status()).isEqualTo(400);
                    assertThat(refused.getMessage()).contains("UTF-8");
                });
    }

    @Test
    void a_byte_order_mark_must_not_move_the_payload() {
        PushBody.Pushed pushed = read("\uFEFF{\"payload\":{\"n\":1}}").items().getFirst();
        assertThat(payload(pushed)).isEqualTo("{\"n\":1}");
    }

    @Test
    void an_array_takes_500_items_and_not_one_more() {
        String item = "{\"payload\":{}}";
        assertThat(read("[" + (item + ",").repeat(499) + item + "]").items()).hasSize(500);
        assertThatThrownBy(() -> read("[" + (item + ",").repeat(500) + item + "]"))
                .hasMessageContaining("500");
    }
}
