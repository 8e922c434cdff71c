package queencell.proxy.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;

class MonthlyAccountsTest {
    private static final UUID ID = new UUID(0, 1);

    private final PushBlocks blocks = new PushBlocks(new StorageAccounts());
    private final MonthlyAccounts months = new MonthlyAccounts(blocks);

    private MonthHold held(long messages) {
        return months.hold(ID, messages) instanceof MonthRoom.Kept(MonthHold hold)
                ? hold
                : Assertions.fail("no room for %d", messages);
    }

    @Test
    void a_cluster_without_a_quota_must_never_be_held_up() {
        held(Long.MAX_VALUE).release();
        months.used(ID, 5);
        assertThat(months.used(ID)).isEmpty();
        assertThat(months.taken(ID)).isEmpty();
    }

    @Test
    void room_that_was_given_back_twice_must_not_let_anybody_else_in() {
        months.settle(ID, 0, 10);
        MonthHold first = held(5);
        held(5);
        first.release();
        first.release();

        assertThat(months.taken(ID)).hasValue(5);
    }

    @Test
    void an_evaluation_must_not_forget_the_requests_under_way() {
        months.settle(ID, 3, 10);
        held(7);
        months.settle(ID, 4, 10);

        assertThat(months.taken(ID)).hasValue(11);
        assertThat(months.hold(ID, 1)).isEqualTo(new MonthRoom.Refused(10, false));
        assertThat(blocks.blockedByMonth())
                .as("used up is only what is counted")
                .isEmpty();
    }

    @Test
    void a_lifted_quota_that_comes_back_must_not_be_lowered_by_requests_of_before() {
        months.settle(ID, 0, 10);
        MonthHold before = held(8);
        months.retain(Set.of());
        months.settle(ID, 0, 10);
        held(8);
        before.release();

        assertThat(months.taken(ID)).hasValue(8);
    }

    /// Dashboards filter on the fields of these lines (pipeline, 17).
    @Test
    void a_dashboard_must_tell_a_full_month_from_its_release() {
        try (var log = new HeardLog()) {
            months.settle(ID, 10, 10);
            months.settle(ID, 10, 20);
            months.settle(ID, 20, 20);
            months.retain(Set.of());

            assertThat(log.lines("month_blocked"))
                    .hasSize(2)
                    .allSatisfy(line ->
                            assertThat(line).contains(" limits ", "cluster=" + ID, "kind=monthly", "blocked=true"));
            assertThat(log.lines("month_released"))
                    .hasSize(2)
                    .allSatisfy(line ->
                            assertThat(line).contains(" limits ", "cluster=" + ID, "kind=monthly", "blocked=false"));
        }
    }

    @Test
    void the_largest_counts_must_not_overflow() {
        months.settle(ID, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        held(Long.MAX_VALUE);
        assertThat(months.hold(ID, 1)).isEqualTo(new MonthRoom.Refused(Long.MAX_VALUE, false));
        months.used(ID, Long.MAX_VALUE);
        assertThat(months.hold(ID, 1)).isEqualTo(new MonthRoom.Refused(Long.MAX_VALUE, true));
        assertThat(months.used(ID)).hasValue(Long.MAX_VALUE);
        assertThat(blocks.blockedByMonth()).containsExactly(ID);
    }

    @Test
    void threads_that_race_for_the_last_messages_must_cross_the_quota_by_one_request_at_most() {
        int quota = 1_000;
        int each = 7;
        months.settle(ID, 0, quota);
        var stored = new AtomicLong();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int thread = 0; thread < 8; thread++) {
                threads.execute(() -> {
                    for (int i = 0; i < 5_000; i++) {
                        if (months.hold(ID, each) instanceof MonthRoom.Kept(MonthHold hold)) {
                            stored.addAndGet(each);
                            months.used(ID, each);
                            hold.release();
                        }
                    }
                });
            }
        }

        assertThat(stored.get()).isBetween((long) quota, (long) quota + each - 1);
        assertThat(months.used(ID)).hasValue(stored.get());
        assertThat(months.taken(ID)).hasValue(stored.get());
    }
}
