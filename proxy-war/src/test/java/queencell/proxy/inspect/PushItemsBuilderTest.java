package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PushItemsBuilderTest {
    private final PushItemsBuilder items = new PushItemsBuilder("item ", "", 100);

    @Test
    void a_destination_that_was_taken_back_is_admitted_when_it_comes_again() {
        items.add(0, "a", "p", 1);
        var before = items.mark();
        items.add(1, "b", "p", 1);
        items.backTo(before);

        items.add(1, "b", "p", 1);

        assertThat(items.groups()).containsExactly(new QueuePartition("a", "p"), new QueuePartition("b", "p"));
        assertThat(items.groupIndexes()).containsExactly(0, 1);
    }

    @Test
    void a_neighbour_of_another_queue_or_partition_is_not_taken_for_the_same() {
        items.add(0, "a", "p", 1);
        items.add(1, "a", "p", 1);
        items.add(2, "a", "q", 1);
        items.add(3, "b", "q", 1);
        items.add(4, "a", "p", 1);

        assertThat(items.groupIndexes()).containsExactly(0, 0, 1, 2, 0);
    }
}
