package queencell.gate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Numbers at which 64 bits or a double do not suffice.
class SubWindowTest {

    @ParameterizedTest
    @CsvSource({
        // count x timeMs beyond 64 bits, its low half positive
        "9000000000000000, 3153600000000, 3153600000",
        // between 63 and 64 bits
        "4000000000, 3000000000, 3000000",
        // count x 1000 beyond 63 bits
        "9223372036854775807, 3153600000000, 3153600000",
        "9223372036854775807, 100, 1"
    })
    void a_window_must_not_shrink_because_a_product_overflows(long count, long timeMs, long seconds) {
        assertThat(SubWindow.of(count, timeMs, OptionalLong.of(1))).isEqualTo(new SubWindow(1, count, seconds));
    }

    @Test
    void a_path_with_the_whole_share_gets_the_last_unit_too() {
        // no double is this number
        long count = (1L << 53) + 1;
        assertThat(new SubWindow(1, count, 1).ceiling(1)).isEqualTo(count);
        assertThat(new SubWindow(1, count, 1).ceiling(1.5)).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource({"1999, 100, 1", "2000, 100, 2", "2000, 1, 1", "60000, 59, 59", "60000, 61, 60"})
    void a_period_is_divided_into_seconds_but_never_finer_than_its_units(long timeMs, long count, long parts) {
        assertThat(SubWindow.of(count, timeMs, OptionalLong.empty()).parts()).isEqualTo(parts);
    }
}
