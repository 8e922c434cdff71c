package queencell.proxy.registry;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Counts that wait to be written (pipeline, 8).
class PersisterTest {
    private static final UUID CLUSTER = new UUID(1, 2);
    private static final int BITS = 17;

    private final Persister persister = new Persister(Optional.of(QueueRegistryTest.failing()));

    private static String ofOneHash(int number) {
        return IntStream.range(0, BITS)
                .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(joining());
    }

    /// They are the sender's choice, and are counted under a lock that every request of the cluster needs.
    @Test
    @Timeout(value = 60, threadMode = SEPARATE_THREAD)
    void queues_of_one_hash_are_not_compared_each_with_each() {
        for (int at = 0; at < 1 << BITS; at++) {
            persister.enqueue(CLUSTER, ofOneHash(at), 1);
        }

        assertThat(ofOneHash(0)).hasSameHashCodeAs(ofOneHash(1));
        assertThat(persister.pendingRows()).isEqualTo(1 << BITS);

        // nobody takes them
        assertThat(persister.flush()).isFalse();
        assertThat(persister.pendingRows()).isEqualTo(1 << BITS);
    }

    @Test
    void the_highest_count_of_a_queue_is_not_lost_to_a_lower_one() {
        persister.enqueue(CLUSTER, "q", 2);
        persister.enqueue(CLUSTER, "q", 1);
        persister.enqueue(new UUID(1, 3), "q", 7);

        assertThat(persister.pendingOf(CLUSTER)).containsOnlyKeys("q").containsEntry("q", 2);
        assertThat(persister.holds(new UUID(1, 3))).isTrue();
    }
}
