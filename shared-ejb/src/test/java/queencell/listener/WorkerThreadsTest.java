package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerThreadsTest {

    @Test
    void the_wish_of_the_operator_is_overruled() {
        assertThat(WorkerThreads.of(7, Optional.of("100000 100000"), 2)).isEqualTo(7);
    }

    @Test
    void the_grant_of_the_control_group_is_ignored_or_exceeded() {
        assertThat(WorkerThreads.of(0, Optional.of("150000 100000\n"), 8)).isEqualTo(2);
        assertThat(WorkerThreads.of(0, Optional.of("10000 100000"), 8)).isEqualTo(1);
        assertThat(WorkerThreads.of(-3, Optional.of("9900000 100000"), 8)).isEqualTo(8);
    }

    @Test
    void no_limit_is_read_as_one() {
        assertThat(WorkerThreads.of(0, Optional.of("max 100000"), 8)).isEqualTo(8);
        assertThat(WorkerThreads.of(0, Optional.of(""), 8)).isEqualTo(8);
        assertThat(WorkerThreads.of(0, Optional.empty(), 8)).isEqualTo(8);
    }
}
