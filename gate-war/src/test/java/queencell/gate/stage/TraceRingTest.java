package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TraceRingTest {
    private final TraceRing ring = new TraceRing();

    private static TraceRing.Trace trace(long at) {
        return new TraceRing.Trace(at, "app", "g", "n", "main", "b");
    }

    @Test
    void the_ring_keeps_the_newest_500() {
        for (long at = 0; at < 600; at++) {
            ring.add(trace(at));
        }
        assertThat(ring.newest(1000)).hasSize(500).startsWith(trace(599)).endsWith(trace(100));
    }

    @Test
    void what_could_not_be_stored_goes_back_in_front_of_newer_ones() {
        ring.add(trace(1));
        List<TraceRing.Trace> drained = ring.drain();
        ring.add(trace(2));

        ring.putBack(drained);

        assertThat(ring.newest(10)).containsExactly(trace(2), trace(1));
    }
}
