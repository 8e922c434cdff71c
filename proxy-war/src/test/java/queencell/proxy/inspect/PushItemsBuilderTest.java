package queencell.proxy.inspect;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PushItemsBuilderTest {
    private final PushItemsBuilder items = new PushItemsBuilder("item ", "", 100);
    private final PushItemsBuilder many = new PushItemsBuilder("item ", "", Integer.MAX_VALUE);

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

    /// Acks may carry items, which are forgotten: 16 MiB of them behind as many pushes took minutes.
    @Test
    @Timeout(value = 60, threadMode = SEPARATE_THREAD)
    void what_is_forgotten_is_not_looked_for_among_everything_that_stays() {
        int pushed = 200_000;
        for (int at = 0; at < pushed; at++) {
            many.add(at, "q" + at, "p", 1);
        }
        for (int at = 0; at < pushed; at++) {
            PushItemsBuilder.Mark before = many.mark();
            many.add(pushed, "forgotten", "p", 1);
            many.backTo(before);
        }

        assertThat(many.count()).isEqualTo(pushed);
        assertThat(many.groups()).hasSize(pushed).doesNotContain(new QueuePartition("forgotten", "p"));
    }

    /// Names are the sender's choice: hashes that collide must not make one request cost minutes.
    @Test
    @Timeout(value = 60, threadMode = SEPARATE_THREAD)
    void names_of_one_hash_are_not_compared_each_with_each() {
        int bits = 17;
        for (int at = 0; at < 1 << bits; at++) {
            many.add(at, ofOneHash(at, bits), "p", 1);
        }

        assertThat(ofOneHash(0, bits)).hasSameHashCodeAs(ofOneHash(1, bits));
        assertThat(many.groups()).hasSize(1 << bits);
    }

    private static String ofOneHash(int number, int bits) {
        return IntStream.range(0, bits)
                .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(joining());
    }
}
