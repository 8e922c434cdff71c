package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HoldingTest {

    @Test
    void a_prefix_takes_foreign_messages_along_and_stops_before_unpaid_work() {
        var holding = StageFixtures.holding("FWFWW");

        assertThat(IntStream.range(0, 4)
                        .map(admitted -> holding.prefix(admitted).size()))
                .containsExactly(1, 3, 4, 5);
    }

    @Test
    void poison_ends_the_front_part_and_shows_once_it_stands_first() {
        var holding = StageFixtures.holding("WWPW");

        assertThat(holding.work()).hasSize(2);
        assertThat(holding.poisonAtHead()).isEmpty();
        holding.settled(2);
        assertThat(holding.poisonAtHead()).isPresent();
        assertThat(holding.front()).isEmpty();
    }

    @Test
    void a_message_that_cannot_be_written_turns_into_poison() {
        var holding = StageFixtures.holding("WW");

        holding.spoil((Item.Work) holding.head(), "broken");

        assertThat(holding.poisonAtHead()).map(Item.Poison::reason).contains("broken");
    }
}
