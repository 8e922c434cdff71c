package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.gate.stage.StageFixtures.touch;
import static queencell.gate.stage.StageFixtures.work;

import java.util.List;
import org.junit.jupiter.api.Test;
import queencell.gate.counter.Charge;

class SpendingTest {

    @Test
    void counters_stand_in_the_order_in_which_they_are_touched() {
        var charges = Spending.of(List.of(
                work("1", 2, touch("b", 10), touch("a", 5)), work("2", 3, touch("a", 5)), work("3", 1, touch("c", 9))));

        assertThat(charges).extracting(Charge::key).containsExactly("b", "a", "c");
        assertThat(charges).extracting(Charge::delta).containsExactly(2L, 5L, 1L);
    }

    @Test
    void a_sum_beyond_64_bits_must_be_refused_not_admitted_as_a_wrapped_number() {
        var charges = Spending.of(List.of(
                work("1", Long.MAX_VALUE, touch("a", Long.MAX_VALUE)), work("2", 7, touch("a", Long.MAX_VALUE))));

        assertThat(charges.getFirst().delta()).isEqualTo(Long.MAX_VALUE);
        assertThat(charges.getFirst().ceiling()).isEqualTo(Long.MAX_VALUE - 1);
    }
}
