package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PartitionWidthTest {

    @Test
    void small_claims_of_a_single_worker_widen_and_a_full_one_ends_it() {
        var width = new PartitionWidth(1, 200);
        width.claimed(1, 1);
        width.claimed(2, 2);
        assertThat(width.partitions()).isEqualTo(4);
        for (int i = 0; i < 10; i++) {
            width.claimed(4, 4);
        }
        assertThat(width.partitions()).isEqualTo(PartitionWidth.WIDEST);
        width.claimed(1, 200);
        assertThat(width.partitions()).isEqualTo(1);
    }

    @Test
    void workers_that_would_meet_in_their_settles_stay_apart() {
        var width = new PartitionWidth(4, 200);
        width.claimed(1, 1);
        assertThat(width.partitions()).isEqualTo(1);
    }

    @Test
    void a_slow_settle_is_contention() {
        var width = new PartitionWidth(1, 200);
        width.claimed(1, 1);
        width.settled(Duration.ofMillis(101));
        assertThat(width.partitions()).isEqualTo(1);
    }
}
