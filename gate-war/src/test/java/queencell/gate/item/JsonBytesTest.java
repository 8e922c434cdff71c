package queencell.gate.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBytesTest {

    @Test
    void a_quote_or_backslash_is_missed_at_some_place_of_a_word() {
        for (char stop : "\"\\".toCharArray()) {
            for (int length = 1; length < 40; length++) {
                for (int place = 0; place < length; place++) {
                    byte[] text = new byte[length];
                    Arrays.fill(text, (byte) 'x');
                    text[place] = (byte) stop;
                    for (int from = 0; from <= place; from++) {
                        assertThat(JsonBytes.nextQuoteOrBackslash(text, from, length))
                                .as("%d bytes, `%s` at %d, from %d", length, stop, place, from)
                                .isEqualTo(place);
                    }
                    assertThat(JsonBytes.nextQuoteOrBackslash(text, 0, place))
                            .as("a range that ends before `%s` at %d of %d", stop, place, length)
                            .isEqualTo(place);
                }
            }
        }
    }

    @Test
    void a_byte_near_a_quote_or_beyond_ascii_is_taken_for_one() {
        byte[] others = new byte[256];
        for (int i = 0; i < 256; i++) {
            others[i] = i == '"' || i == '\\' ? (byte) 'x' : (byte) i;
        }
        assertThat(JsonBytes.nextQuoteOrBackslash(others, 0, 256)).isEqualTo(256);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"~ \t\r\n1~ | 4", "~1 ~ | 0", "~   ~ | 3", "~~ | 0", "~é~ | 0"})
    void space_is_anything_but_the_space_before_a_value(String text, int after) {
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(JsonBytes.skipSpace(bytes, 0, bytes.length)).isEqualTo(after);
    }

    @Test
    void space_is_skipped_beyond_the_end_of_the_payload() {
        assertThat(JsonBytes.skipSpace("    ".getBytes(UTF_8), 1, 3)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"true, 4", "az}, 2", "a`, 1", "a{, 1", "ABC, 0", "null , 4", "'', 0"})
    void a_word_ends_elsewhere_than_at_its_last_small_letter(String text, int after) {
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(JsonBytes.endOfWord(bytes, 0, bytes.length)).isEqualTo(after);
    }

    @Test
    void a_word_runs_beyond_the_end_of_the_payload() {
        assertThat(JsonBytes.endOfWord("trueish".getBytes(UTF_8), 0, 4)).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "plain | plain",
                "~~ | ~~",
                "a\\\"b | a\"b",
                "\\\\ | \\",
                "\\/x | /x",
                "x\\u00e9y\\u20acz | xéy€z",
                "\\uD83D\\ude00 | 😀",
                "é\\u0041é | éAé",
                "ab\\u0041 | abA",
                "\\u0041\\u0042 | AB",
                // broken ones name no character and end the text
                "a\\ | a",
                "\\u00zz9 | ~\0009~",
                "x\\u12 | ~x\0~"
            })
    void an_escape_is_resolved_to_another_character(String written, String text) {
        byte[] bytes = ("##" + written + "##").getBytes(UTF_8);
        assertThat(JsonBytes.text(bytes, 2, bytes.length - 2)).isEqualTo(text.replace("\\0", "\0"));
    }

    @Test
    void a_control_character_is_written_as_its_letter() {
        byte[] bytes = "\\n\\t\\r\\b\\f".getBytes(UTF_8);
        assertThat(JsonBytes.text(bytes, 0, bytes.length)).isEqualTo("\n\t\r\b\f");
    }

    @ParameterizedTest
    @CsvSource({"0000, 0", "00e9, 233", "FFFF, 65535", "abCD, 43981", "1234, 4660"})
    void four_hex_digits_are_another_unit(String written, int unit) {
        byte[] bytes = written.getBytes(UTF_8);
        assertThat(JsonBytes.hex(bytes, 0, 4)).isEqualTo(unit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "123", "12g4", "g123", "123 "})
    void what_is_no_four_hex_digits_is_a_unit(String written) {
        byte[] bytes = written.getBytes(UTF_8);
        assertThat(JsonBytes.hex(bytes, 0, bytes.length)).isEqualTo(-1);
    }

    @Test
    void hex_digits_beyond_the_end_of_the_text_are_read() {
        assertThat(JsonBytes.hex("00e9".getBytes(UTF_8), 0, 3)).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "abc, abc, true",
        "abc, abd, false",
        "abc, xbc, false",
        "abc, ab, false",
        "abc, abcd, false",
        "'', '', true"
    })
    void a_key_is_taken_for_another(String written, String expected, boolean same) {
        byte[] bytes = ("#" + written + "#").getBytes(UTF_8);
        assertThat(JsonBytes.sameBytes(bytes, 1, bytes.length - 1, expected.getBytes(UTF_8)))
                .isEqualTo(same);
    }
}
