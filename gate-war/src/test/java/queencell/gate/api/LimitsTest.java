package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.web.RefusedException;

class LimitsTest {

    @ParameterizedTest
    @CsvSource({
        "7, 7",
        "0, 1",
        "-3, 1",
        "501, 500",
        "99999999999999999999, 500",
        "-99999999999999999999, 1",
        "ten, 10",
        "'', 10"
    })
    void a_limit_out_of_range_must_be_cut_and_no_number_must_be_no_limit(String given, int limit) {
        assertThat(Limits.of(given, 10, 500)).isEqualTo(limit);
    }

    @Test
    void an_absent_limit_is_the_usual_one() {
        assertThat(Limits.of(null, 10, 500)).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "", "1.5", "0x10", "1e3"})
    void minutes_that_are_no_number_must_not_show_another_time(String given) {
        assertThatThrownBy(() -> Limits.checkMinutes(given))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.status()).isEqualTo(400));
    }

    @Test
    void minutes_beyond_the_range_are_cut_and_not_refused() {
        assertThatCode(() -> {
                    Limits.checkMinutes(null);
                    Limits.checkMinutes("-5");
                    Limits.checkMinutes("99999999999999999999");
                })
                .doesNotThrowAnyException();
    }
}
