package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import queencell.proxy.route.OpClass;

class UsageAggregateTest {
    private static final UUID CLUSTER = new UUID(3, 4);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T10:00:59Z"));
    private final UsageAggregate aggregate = new UsageAggregate(now::get, Accounts.none());

    @Test
    void the_open_minute_goes_on_filling_until_it_is_over() {
        aggregate.record(CLUSTER, OpClass.PUSH, Usage.request(3, 100, 10));
        assertThat(aggregate.drainClosed()).isEmpty();
        now.set(Instant.parse("2026-11-30T10:01:00Z"));
        aggregate.record(CLUSTER, OpClass.PUSH, Usage.request(1, 1, 1));

        assertThat(aggregate.drainClosed())
                .containsExactly(new UsageLine(
                        CLUSTER,
                        Instant.parse("2026-11-30T10:00:00Z").getEpochSecond() / 60,
                        OpClass.PUSH,
                        new Usage(1, 3, 100, 10)));
        assertThat(aggregate.drainAll()).hasSize(1);
    }

    @Test
    void minutes_that_wait_for_a_flush_stay_apart_whatever_the_clock_does() {
        Instant begin = now.get();
        for (int step : new int[] {0, 60, 3660, -3540, 0}) {
            now.set(begin.plusSeconds(step));
            aggregate.record(CLUSTER, OpClass.PUSH, Usage.request(1, 0, 0));
        }
        now.set(begin.plusSeconds(60));

        assertThat(aggregate.drainClosed())
                .extracting(line -> Instant.ofEpochSecond(line.minute() * 60) + " "
                        + line.used().msgs())
                .containsExactlyInAnyOrder("2026-11-30T10:00:00Z 2", "2026-11-30T09:01:00Z 1");
        assertThat(aggregate.drainAll())
                .extracting(line -> Instant.ofEpochSecond(line.minute() * 60) + " "
                        + line.used().msgs())
                .containsExactlyInAnyOrder("2026-11-30T10:01:00Z 1", "2026-11-30T11:01:00Z 1");
    }

    @Test
    void classes_of_one_minute_stay_apart() {
        for (OpClass op : OpClass.values()) {
            aggregate.record(CLUSTER, op, new Usage(1, op.ordinal(), 10 + op.ordinal(), 20 + op.ordinal()));
        }

        assertThat(aggregate.drainAll()).hasSize(OpClass.values().length).allSatisfy(line -> {
            int number = line.op().ordinal();
            assertThat(line.used()).isEqualTo(new Usage(1, number, 10 + number, 20 + number));
        });
    }

    @Test
    void a_length_that_nobody_can_send_must_not_make_the_sum_negative() {
        aggregate.record(CLUSTER, OpClass.READ, Usage.request(0, 0, Long.MAX_VALUE));
        aggregate.record(CLUSTER, OpClass.READ, Usage.request(0, 0, Long.MAX_VALUE));

        assertThat(aggregate.drainAll())
                .singleElement()
                .extracting(UsageLine::used)
                .isEqualTo(new Usage(2, 0, 0, Long.MAX_VALUE));
    }

    @Test
    void nothing_is_lost_or_counted_twice_while_it_is_drained() {
        int writers = 8;
        int each = 5_000;
        List<UsageLine> drained = new ArrayList<>();
        var executor = Executors.newFixedThreadPool(writers);
        try (executor) {
            for (int writer = 0; writer < writers; writer++) {
                executor.execute(() -> {
                    for (int i = 0; i < each; i++) {
                        aggregate.record(CLUSTER, OpClass.READ, Usage.request(1, 1, 1));
                    }
                });
            }
            for (int round = 0; round < 100; round++) {
                drained.addAll(aggregate.drainAll());
            }
        }
        drained.addAll(aggregate.drainAll());

        assertThat(drained.stream().mapToLong(line -> line.used().reqs()).sum()).isEqualTo((long) writers * each);
    }

    @Test
    void a_batch_holds_at_most_what_one_transaction_may_and_is_in_writing_order() {
        List<UsageLine> lines = new ArrayList<>();
        for (int i = 0; i < UsageBatch.MOST_LINES + 1; i++) {
            lines.add(new UsageLine(new UUID(-i, i), 1, OpClass.READ, Usage.NONE));
        }
        List<UsageBatch> batches = UsageBatch.of(lines);

        assertThat(batches).extracting(batch -> batch.lines().size()).containsExactly(UsageBatch.MOST_LINES, 1);
        assertThat(batches.getFirst().lines()).isSortedAccordingTo(UsageLine.WRITING_ORDER);
        assertThat(batches.get(0).id()).isNotEqualTo(batches.get(1).id());
    }
}
