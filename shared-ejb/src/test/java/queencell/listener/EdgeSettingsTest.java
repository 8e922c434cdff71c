package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;

class EdgeSettingsTest {

    @Test
    void a_bound_differs_from_the_specification() {
        assertThat(EdgeSettings.defaults())
                .isEqualTo(new EdgeSettings(
                        20_000,
                        100,
                        65_536,
                        16_384,
                        8_192,
                        0,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(10),
                        1_024,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(75),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(310)));
    }

    @Test
    void bodies_hold_another_part_of_the_heap_than_told() {
        assertThat(EdgeSettings.defaults().bodyMemory(4L << 30)).isEqualTo(1L << 30);
        assertThat(EdgeSettings.defaults().bodyMemory(100L << 20)).isEqualTo(64L << 20);
        assertThat(TinyListener.bodies(EdgeSettings.defaults(), 5).bodyMemory(4L << 30))
                .isEqualTo(5);
    }

    @Test
    void a_malformed_bound_boots() {
        var reader = SettingsReader.of(Map.of("QUEEN_EDGE_MAX_HEADERS", "many"));
        assertThatThrownBy(() -> reader.read(EdgeSettings.class))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_EDGE_MAX_HEADERS");
    }

    @Test
    void the_edge_answers_before_the_gateway() {
        EdgeSettings edge = EdgeSettings.defaults();
        assertThat(edge.budget(Duration.ofSeconds(28))).isEqualTo(Duration.ofSeconds(60));
        assertThat(edge.budget(Duration.ofSeconds(58))).isEqualTo(Duration.ofSeconds(63));
        assertThat(edge.longPollBudget(Duration.ofSeconds(30), Duration.ofSeconds(34)))
                .isEqualTo(Duration.ofSeconds(40));
        assertThat(edge.longPollBudget(Duration.ofSeconds(1000), Duration.ofSeconds(94)))
                .isEqualTo(Duration.ofSeconds(310));
        assertThat(edge.longPollBudget(Duration.ZERO, Duration.ofSeconds(94))).isEqualTo(Duration.ofSeconds(99));
    }

    @Test
    void a_switched_off_timeout_still_ends_requests() {
        EdgeSettings off =
                SettingsReader.of(Map.of("QUEEN_EDGE_REQUEST_TIMEOUT_MS", "0")).read(EdgeSettings.class);
        assertThat(off.budget(Duration.ofSeconds(28))).isZero();
        assertThat(off.longPollBudget(Duration.ofSeconds(30), Duration.ofSeconds(34)))
                .isZero();
    }
}
