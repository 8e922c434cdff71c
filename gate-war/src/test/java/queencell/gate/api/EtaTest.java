package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EtaTest {

    @ParameterizedTest
    @CsvSource({
        "150, 1, 20, 400, 100, 0",
        "150, 1, 150, 400, 100, 0.4",
        "150, 1, 150, 400, 460, 3.4",
        "150, 10, 150, 9500, 150, 9.5"
    })
    void the_declared_schedule_decides_how_long_a_backlog_takes(
            long cap, long window, long spent, long resetMillis, double want, double seconds) {
        assertThat(Eta.seconds(cap, window, spent, resetMillis, want)).isEqualTo(OptionalDouble.of(seconds));
    }

    @Test
    void a_path_that_gets_nothing_waits_for_ever() {
        assertThat(Eta.seconds(0, 1, 0, 0, 1)).isEmpty();
    }
}
