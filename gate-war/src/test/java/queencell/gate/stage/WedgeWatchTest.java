package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WedgeWatchTest {
    private final WedgeWatch wedges = new WedgeWatch();

    @Test
    void a_stuck_cursor_is_told_once_after_five_attempts() {
        for (int attempt = 1; attempt < WedgeWatch.ESCALATES_AFTER; attempt++) {
            assertThat(wedges.failed("1", "p", "head", true)).isEqualTo(new WedgeWatch.Seen(attempt, false, false));
        }
        assertThat(wedges.failed("1", "p", "head", true)).isEqualTo(new WedgeWatch.Seen(5, true, false));
        assertThat(wedges.failed("1", "p", "head", true)).isEqualTo(new WedgeWatch.Seen(6, false, true));
        assertThat(wedges.escalated()).containsExactly("p");
    }

    @Test
    void two_stuck_partitions_must_not_hide_each_other() {
        for (int attempt = 1; attempt <= 4; attempt++) {
            wedges.failed("1", "p", "x", true);
            wedges.failed("2", "q", "y", true);
        }
        assertThat(wedges.failed("1", "p", "x", true).escalates()).isTrue();
        assertThat(wedges.failed("2", "q", "y", true).escalates()).isTrue();
    }

    @Test
    void progress_and_other_failures_are_no_wedge() {
        for (int attempt = 1; attempt <= 4; attempt++) {
            wedges.failed("1", "p", "x", true);
        }
        wedges.cleared("1");
        assertThat(wedges.failed("1", "p", "x", true).escalates()).isFalse();
        for (int attempt = 1; attempt <= 9; attempt++) {
            assertThat(wedges.failed("2", "q", "y", false).escalates()).isFalse();
        }
    }

    @Test
    void an_unreadable_message_must_count_again_only_after_its_partition_has_moved() {
        var watch = new WedgeWatch();
        assertThat(watch.unreadable("id", "p")).isTrue();
        assertThat(watch.unreadable("id", "p")).isFalse();
        watch.cleared("id");
        assertThat(watch.escalated()).isEmpty();
        assertThat(watch.unreadable("id", "p")).isTrue();
    }

    @Test
    void an_unreadable_message_of_an_unknown_partition_must_be_shown_all_the_same() {
        var watch = new WedgeWatch();
        watch.unreadable(WedgeWatch.UNKNOWN, "");
        assertThat(watch.escalated()).containsExactly("(unreadable)");
    }
}
