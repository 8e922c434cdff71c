package queencell.gate.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonWriterTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a\"b | ~a\\\"b~",
                "a\\b | ~a\\\\b~",
                "é€😀 | é€😀",
                "~ ~ | ~ ~",
            })
    void a_character_is_written_as_another(String text, String written) {
        assertThat(JsonWriter.text(Json.of(text))).isEqualTo("\"" + written + "\"");
    }

    @Test
    void a_control_character_breaks_the_text() {
        assertThat(JsonWriter.text(Json.of("\n\r\t\b\f"))).isEqualTo("\"\\n\\r\\t\\b\\f\"");
        assertThat(JsonWriter.text(Json.of("\0\u0001\u001f\u007f"))).isEqualTo("\"\\u0000\\u0001\\u001f\u007f\"");
    }

    @Test
    void half_a_surrogate_pair_makes_the_bytes_invalid() {
        assertThat(JsonWriter.text(Json.of("\ud83d"))).isEqualTo("\"\\ud83d\"");
        assertThat(JsonWriter.text(Json.of("\ude00"))).isEqualTo("\"\\ude00\"");
        assertThat(JsonWriter.text(Json.of("\ud83dx\uabcd"))).isEqualTo("\"\\ud83dx\uabcd\"");
        assertThat(JsonWriter.text(Json.of("x\udeafx"))).isEqualTo("\"x\\udeafx\"");
        assertThat(JsonWriter.text(Json.of("\ud83d\ud83d\ude00\ude00"))).isEqualTo("\"\\ud83d\ud83d\ude00\\ude00\"");
    }

    @Test
    void the_store_counts_other_separators_than_are_counted() {
        Json value = new Json.Obj(List.of(
                new Json.Member("é", new Json.Arr(List.of(Json.of(1), Json.TRUE, Json.NULL))),
                new Json.Member("b", new Json.Obj(List.of()))));
        assertThat(JsonWriter.text(value)).isEqualTo("{\"é\":[1,true,null],\"b\":{}}");
        assertThat(JsonWriter.spacedLength(value, 1000)).isEqualTo("{\"é\": [1, true, null], \"b\": {}}".length() + 1);
    }
}
