package queencell.gate.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a scan says of payloads that the broker would not take, and of ranges that end inside a value.
class PayloadScannerTest {

    private static final ItemReader READER = Nodes.reader(
            "{\"cost\":{\"path\":\"payload.a.w\",\"max\":50},\"budgets\":[{\"count\":100,\"timeMs\":1000}]}");
    private static final String WHOLE =
            "{\"op\":\"a\\\"\\u00e9b\",\"a\":{\"w\":12,\"l\":[1,{\"x\":\"\\ud83d\\ude00\"}]},\"t\":true,\"n\":-1.5e3,\"o\":{}}";
    private static final String NOT_JSON = "the payload is not valid JSON";

    static Stream<String> beginnings() {
        return IntStream.range(0, WHOLE.length()).mapToObj(length -> WHOLE.substring(0, length));
    }

    @ParameterizedTest
    @MethodSource("beginnings")
    void a_payload_cut_inside_passes_for_a_whole_one(String beginning) {
        byte[] bytes = WHOLE.getBytes(UTF_8);
        Payload payload = READER.scan(bytes, 0, beginning.length());
        assertThat(payload.unrelayable()).hasValue(NOT_JSON);
        assertThat(payload.isObject()).isFalse();
        assertThat(payload.op()).isEmpty();
        assertThat(READER.cost(payload)).isEqualTo(1);
    }

    @Test
    void a_whole_payload_is_refused() {
        Payload payload = scan(WHOLE);
        assertThat(payload.unrelayable()).isEmpty();
        assertThat(payload.isObject()).isTrue();
        assertThat(payload.op()).isEqualTo("a\"éb");
        assertThat(READER.cost(payload)).isEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "3", "\"text\"", "true", "null", "[{\"op\":\"a\"}]"})
    void what_is_no_object_has_an_operation(String written) {
        Payload payload = scan(written);
        assertThat(payload.unrelayable()).isEmpty();
        assertThat(payload.isObject()).isFalse();
        assertThat(payload.op()).isEmpty();
        assertThat(payload.stampedGraph()).isEmpty();
        assertThat(payload.stampedPath()).isEmpty();
        assertThat(payload.stampedAttempt()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}x",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1;}",
                "{a:1}",
                "{\"a\":1,}",
                "{,}",
                "[",
                "{\"a\":[1",
                "?",
                "{\"a\":?}",
                "{\"a\":[?]}",
                "{\"a\":{\"w\":?}}"
            })
    void what_is_no_json_passes(String written) {
        assertThat(scan(written).unrelayable()).hasValue(NOT_JSON);
    }

    @ParameterizedTest
    @CsvSource({"308, false", "309, true", "400, true"})
    void a_long_number_beyond_a_double_passes(int digits, boolean refused) {
        assertThat(scan("{\"a\":" + "9".repeat(digits) + "}").unrelayable().isPresent())
                .isEqualTo(refused);
        assertThat(scan("[-" + "9".repeat(digits) + "]").unrelayable().isPresent())
                .isEqualTo(refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1.5e+10", "1E5", "0", "123456789", "-0.5", "1e-3", "7 "})
    void a_number_ends_elsewhere_than_at_its_last_byte(String number) {
        assertThat(scan("[" + number + "]").unrelayable()).isEmpty();
        assertThat(scan(number).unrelayable()).isEmpty();
        assertThat(scan("{\"a\":" + number + ",\"op\":\"x\"}").op()).isEqualTo("x");
        assertThat(scan("[" + number + "x").unrelayable()).isPresent();
    }

    @Test
    void the_reason_names_another_fault() {
        assertThat(scan("[1e400]").unrelayable()).hasValue("it holds a number outside the range of a 64-bit float");
        assertThat(scan("[\"\\ud83d\"]").unrelayable()).hasValue("it holds half a surrogate pair");
        // the first one found
        assertThat(scan("[\"\\ud83d\",1e400]").unrelayable()).hasValue("it holds half a surrogate pair");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\ud83d",
                "\\ude00",
                "\\ud83d\\n",
                "\\ud83du0041",
                "\\ud83d\\u0041",
                "\\ud83d\\ud83d\\ude00",
                "\\ud83d\\ude0",
                "\\ud83d\\u",
                "\\ud83d\\",
                "\\ude00\\ud83d",
                "\\ud83d\\ude00\\ud83d"
            })
    void half_a_surrogate_pair_passes(String text) {
        assertThat(scan("[\"" + text + "\",\"\"]").unrelayable()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\ud83d\\ude00",
                "\\ud83d\\ude00\\ud83d\\ude00",
                "\\u0041\\ud83d\\ude00\\u0041",
                "\\n\\ud83d\\ude00\\\\",
                "\\\\ud83d",
                "\\ud7ff\\ue000"
            })
    void a_whole_surrogate_pair_is_refused(String text) {
        assertThat(scan("[\"" + text + "\"]").unrelayable()).isEmpty();
    }

    @Test
    void a_surrogate_pair_is_completed_from_behind_the_payload() {
        byte[] bytes = "\"\\ud83d\\ude00\"".getBytes(UTF_8);
        for (int end = 1; end < bytes.length; end++) {
            assertThat(READER.scan(bytes, 0, end).unrelayable()).hasValue(NOT_JSON);
        }
    }

    @ParameterizedTest
    @CsvSource({"121, false", "122, true"})
    void nesting_below_a_wanted_key_is_counted_from_that_key(int levels, boolean refused) {
        String deep = "{\"a\":" + "[".repeat(levels) + "]".repeat(levels) + "}";
        assertThat(scan(deep).unrelayable().isPresent()).isEqualTo(refused);
        String elsewhere = "{\"z\":" + "[".repeat(levels) + "]".repeat(levels) + "}";
        assertThat(scan(elsewhere).unrelayable().isPresent()).isEqualTo(refused);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":{\"w\":true}} | 1",
                "{\"a\":{\"w\":null}} | 1",
                "{\"a\":{\"w\":[3]}} | 1",
                "{\"a\":{\"w\":\"3\"}} | 1",
                "{\"a\":{\"w\":3}} | 3",
                "{\"a\":[{\"w\":3}]} | 1",
                "{\"a\":3} | 1",
                "{\"w\":3} | 1"
            })
    void a_cost_is_read_from_another_kind_or_place(String written, long cost) {
        assertThat(READER.cost(scan(written))).isEqualTo(cost);
    }

    private static Payload scan(String written) {
        return READER.scan(written.getBytes(UTF_8));
    }
}
