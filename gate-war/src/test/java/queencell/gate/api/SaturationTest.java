package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import queencell.gate.graph.GraphId;

class SaturationTest {
    private static final GraphId ID = new GraphId("app", "g");

    private final AtomicLong now = new AtomicLong();
    private final Saturation saturation = new Saturation(now::get);

    /// Long enough after the read before to count.
    private boolean after(long backlog) {
        now.addAndGet(Duration.ofSeconds(4).toNanos());
        return saturation.saturating(ID, backlog);
    }

    @Test
    void two_increases_in_a_row_saturate_and_a_fall_ends_it_at_once() {
        assertThat(after(1)).isFalse();
        assertThat(after(2)).isFalse();
        assertThat(after(3)).isTrue();
        assertThat(after(3)).isTrue();
        assertThat(after(2)).isFalse();
    }

    @Test
    void without_growth_it_is_forgotten_after_15_seconds() {
        after(1);
        after(2);
        after(3);
        now.addAndGet(Duration.ofSeconds(16).toNanos());
        assertThat(after(3)).isFalse();
    }

    @Test
    void a_second_console_must_not_make_one_growth_look_like_two() {
        after(1);
        after(2);
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(saturation.saturating(ID, 3)).isFalse();
        assertThat(after(3)).isTrue();
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(saturation.saturating(ID, 2)).as("a fall counts at once").isFalse();
    }

    @Test
    void a_graph_of_the_same_name_must_not_take_over_the_trend_of_a_deleted_one() {
        after(1);
        after(2);
        saturation.keep(id -> false);
        assertThat(after(3)).isFalse();
    }
}
