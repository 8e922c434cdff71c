package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.gate.stage.StageFixtures.scoped;
import static queencell.gate.stage.StageFixtures.touch;
import static queencell.gate.stage.StageFixtures.work;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import queencell.gate.counter.CounterView;

class FitTest {
    private static final Instant END = Instant.parse("2026-11-30T08:00:05Z");

    private static Map<String, CounterView> reads(String key, long value) {
        return Map.of(key, new CounterView(key, value, Optional.of(END)));
    }

    @Test
    void a_later_message_that_would_fit_is_not_taken_before_its_turn() {
        var a = touch("a", 10);
        var partition = List.of(work("1", 4, a), work("2", 4, a), work("3", 9, a), work("4", 1, a));

        Fit fit = Fit.of(List.of(partition), reads("a", 2), Fit.whole(List.of(partition)));

        assertThat(fit.admitted()).containsExactly(2);
        assertThat(fit.blocked().getFirst().orElseThrow().opensAt()).contains(END);
    }

    @Test
    void partitions_share_what_is_left_and_one_full_key_stops_its_own_partition_only() {
        var all = touch("all", 3);
        var first = List.of(work("1", 1, all, scoped("k:x", 1)), work("2", 1, all, scoped("k:x", 1)));
        var second = List.of(work("3", 1, all, scoped("k:y", 1)));
        var partitions = List.of(first, second);
        Map<String, CounterView> read = Map.of(
                "all", new CounterView("all", 0, Optional.of(END)),
                "k:x", new CounterView("k:x", 0, Optional.of(END)),
                "k:y", new CounterView("k:y", 0, Optional.of(END)));

        Fit fit = Fit.of(partitions, read, Fit.whole(partitions));

        assertThat(fit.admitted()).containsExactly(1, 1);
        assertThat(fit.blocked().getFirst().orElseThrow().scopedOnly()).isTrue();
        assertThat(fit.blocked().getLast()).isEmpty();
    }

    @Test
    void a_counter_that_was_not_charged_does_not_constrain() {
        var partition = List.of(work("1", 5, touch("a", 1)));

        assertThat(Fit.of(List.of(partition), Map.of(), Fit.whole(List.of(partition)))
                        .total())
                .isEqualTo(1);
    }

    @Test
    void a_second_look_never_takes_more_than_the_first() {
        var partition = List.of(work("1", 1, touch("a", 10)), work("2", 1, touch("a", 10)));
        Fit first = Fit.of(List.of(partition), reads("a", 9), Fit.whole(List.of(partition)));

        Fit second = Fit.of(List.of(partition), reads("a", 0), first);

        assertThat(second.admitted()).containsExactly(1);
    }

    @Test
    void somebody_elses_refusal_is_judged_by_our_own_ceiling() {
        var blockage = new Blockage(List.of(new Blockage.Full(touch("a", 10), Optional.of(END))), 2);

        assertThat(blockage.seenAs(new CounterView("a", 9, Optional.of(END)), END.minusSeconds(1)))
                .isPresent();
        assertThat(blockage.seenAs(new CounterView("a", 8, Optional.of(END)), END.minusSeconds(1)))
                .isEmpty();
    }
}
