package queencell.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SideBySideTest {

    private static final List<Integer> MANY = IntStream.range(0, 20).boxed().toList();

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException("nobody else came", stopped);
        }
    }

    @Test
    void pieces_must_not_wait_for_each_other() {
        var together = new CountDownLatch(4);
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        SideBySide.forEach(List.of(1, 2, 3, 4), 4, item -> {
            together.countDown();
            await(together);
            done.add(item);
        });
        assertThat(done).containsExactlyInAnyOrder(1, 2, 3, 4);
    }

    @Test
    void no_more_pieces_must_be_under_way_than_may() {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        SideBySide.forEach(MANY, 3, item -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.yield();
            running.decrementAndGet();
        });
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void a_piece_that_fails_must_neither_end_the_others_nor_pass_for_done() {
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        assertThatThrownBy(() -> SideBySide.forEach(MANY, 3, item -> {
                    if (item == 7) {
                        throw new IllegalStateException("seven");
                    }
                    done.add(item);
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("seven");
        assertThat(done).hasSize(19).doesNotContain(7);
    }

    @Test
    void nothing_to_do_must_be_no_mistake() {
        SideBySide.forEach(List.of(), 0, item -> {
            throw new IllegalStateException("there is nothing");
        });
    }
}
