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

    private boolean after(long backlog) {
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
}
