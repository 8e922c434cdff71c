package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a cell's broker is shown (pipeline, 9.1).
class CellSecretTest {

    @ParameterizedTest
    @ValueSource(strings = {"s3cr3t", "s3cr3t\n", "s3cr3t\r\n", " s3cr3t", "\ts3cr3t "})
    void what_came_with_a_secret_from_a_file_must_be_no_part_of_it(String pasted) {
        assertThat(CellSecret.of(pasted).authorization()).contains("Bearer s3cr3t");
        assertThat(CellSecret.of(pasted)).isEqualTo(CellSecret.of("s3cr3t"));
        assertThat(CellSecret.of(pasted).problem()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n"})
    void a_blank_secret_must_count_as_none(String blank) {
        assertThat(CellSecret.of(blank)).isEqualTo(CellSecret.none());
        assertThat(CellSecret.of(blank).authorization()).isEmpty();
        assertThat(CellSecret.of(blank).problem()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hid\r\nx-queen-tenant: den",
                "hid\nden",
                "hid\tden",
                "hid\u0000den",
                "hid\u007fden",
                "hid\u00e9den"
            })
    void a_secret_that_no_header_carries_must_not_get_into_one(String secret) {
        assertThat(CellSecret.of(secret).authorization()).isEmpty();
        assertThat(CellSecret.of(secret).problem())
                .hasValueSatisfying(problem -> assertThat(problem).doesNotContain("hid", "den"));
    }

    @Test
    void a_secret_must_show_in_no_text() {
        assertThat(CellSecret.of("s3cr3t")).hasToString("CellSecret[…]");
        assertThat(CellSecret.none()).hasToString("CellSecret[none]");
    }
}
