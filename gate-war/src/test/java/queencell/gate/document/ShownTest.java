package queencell.gate.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What a message shows of a text that somebody sent.
class ShownTest {

    @Test
    void a_long_text_fills_the_message() {
        assertThat(Shown.text("12345", 5)).isEqualTo("12345");
        assertThat(Shown.text("123456", 5)).isEqualTo("12345… (6 characters)");
        assertThat(Shown.name("x".repeat(81))).isEqualTo("x".repeat(80) + "… (81 characters)");
    }

    @Test
    void a_control_character_reaches_a_log_line() {
        assertThat(Shown.text("a\nb\u0000\u001b[31m\u0085", 80)).isEqualTo("a\\u000ab\\u0000\\u001b[31m\\u0085");
    }

    @Test
    void a_pair_of_surrogates_is_cut_in_two() {
        assertThat(Shown.text("😀", 2)).isEqualTo("😀");
        assertThat(Shown.text("😀", 1)).isEqualTo("\\ud83d… (2 characters)");
        assertThat(Shown.text("\ude00\ud83d", 9)).isEqualTo("\\ude00\\ud83d");
        assertThat(Shown.text("\ud83d\ud83d\ude00\ude00", 9)).isEqualTo("\\ud83d😀\\ude00");
    }
}
