package queencell.gate.item;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A number stands between other bytes, as in a payload: every read must keep to its range.
class JsonNumberTest {

    private static final String AROUND = "9e9";

    @ParameterizedTest
    @CsvSource({
        "0, -1",
        "1, 1",
        "9, 9",
        "10, 10",
        "007, 7",
        "-1, -1",
        "-0, -1",
        "0.5, -1",
        "1.5, -1",
        "1.0, 1",
        "2.50e1, 25",
        "12e-1, -1",
        "1200e-2, 12",
        "1e3, 1000",
        "1E+3, 1000",
        "0.0, -1",
        "999999999999999999, 999999999999999999",
        "1000000000000000000, 1000000000000000000",
        "9223372036854775806, 9223372036854775806",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854775807",
        "1e300, 9223372036854775807",
        "1e400, 9223372036854775807",
        "1e801, 9223372036854775807",
        "1e99999999999, 9223372036854775807",
        "1e-99999999999, -1",
        "1e-801, -1",
        "-1e99999, -1",
        "1e, -1",
        "--1, -1"
    })
    void a_number_costs_another_amount(String written, long units) {
        assertThat(JsonNumber.units(within(written), 3, 3 + written.length())).isEqualTo(units);
    }

    @ParameterizedTest
    @ValueSource(ints = {399, 400, 401, 2000})
    void a_long_fraction_of_zeros_is_no_whole_number(int zeros) {
        String written = "3." + "0".repeat(zeros);
        assertThat(JsonNumber.units(within(written), 3, 3 + written.length())).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 300, 400, 401, 5000})
    void a_long_whole_number_overflows(int digits) {
        String written = "9".repeat(digits);
        assertThat(JsonNumber.units(within(written), 3, 3 + written.length())).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "42, 42",
        "-0, 0",
        "0.000, 0",
        "0e5, 0",
        "-3, -3",
        "2.50, 2.5",
        "1e3, 1000",
        "1E-2, 0.01",
        "100, 100",
        "1.00e2, 100",
        "123456789012345678901234567890, 123456789012345678901234567890"
    })
    void one_value_is_counted_under_two_texts(String written, String text) {
        assertThat(JsonNumber.text(within(written), 3, 3 + written.length())).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "9, 9",
        "12, 12",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, -1",
        "1.0, -1",
        "-1, -1",
        "1e0, -1",
        "'', -1",
        "/, -1",
        ":, -1"
    })
    void an_attempt_is_read_from_what_is_no_integer(String written, long attempt) {
        assertThat(JsonNumber.nonNegativeInteger(within(written), 3, 3 + written.length()))
                .isEqualTo(attempt);
    }

    @ParameterizedTest
    @CsvSource({
        "1, false",
        "1e308, false",
        "1.7976931348623157e308, false",
        "1e309, true",
        "-1e309, true",
        "1E309, true",
        "1e-400, false",
        "1e99999999999, true",
        "1e, true",
        "12.5, false"
    })
    void a_number_beyond_a_double_passes_for_one_within(String written, boolean infinite) {
        assertThat(JsonNumber.isInfinite(within(written), 3, 3 + written.length()))
                .isEqualTo(infinite);
    }

    @ParameterizedTest
    @CsvSource({"308, false", "309, true", "310, true"})
    void nines_beyond_the_largest_double_pass(int digits, boolean infinite) {
        String written = "9".repeat(digits);
        assertThat(JsonNumber.isInfinite(within(written), 3, 3 + digits)).isEqualTo(infinite);
    }

    private static byte[] within(String written) {
        return (AROUND + written + AROUND).getBytes(US_ASCII);
    }
}
