package queencell.proxy.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.CellSecret;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.EffectiveLimits;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.Features;
import queencell.proxy.cluster.LimitColumn;
import queencell.proxy.limit.StorageAccounts.Transition;

class StorageAccountsTest {
    private static final UUID ID = new UUID(0, 1);
    private static final OptionalLong CAP = OptionalLong.of(1000);

    private final StorageAccounts accounts = new StorageAccounts();
    private final PushBlocks blocks = new PushBlocks(accounts);

    @Test
    void the_band_keeps_a_cluster_from_flapping() {
        report(1000, CAP);
        assertThat(accounts.pump(blocks)).as("at the cap is not over it").isEmpty();
        report(1001, CAP);
        assertThat(accounts.pump(blocks)).containsExactly(new Transition(ID, true));
        report(901, CAP);
        assertThat(accounts.pump(blocks)).isEmpty();
        report(900, CAP);
        assertThat(accounts.pump(blocks)).containsExactly(new Transition(ID, false));
        report(1000, CAP);
        assertThat(accounts.pump(blocks)).isEmpty();
    }

    @Test
    void a_cap_that_was_raised_must_not_go_on_blocking() {
        report(1001, CAP);
        assertThat(accounts.pump(blocks)).containsExactly(new Transition(ID, true));
        report(1001, OptionalLong.of(2000));
        assertThat(accounts.pump(blocks)).containsExactly(new Transition(ID, false));
    }

    @Test
    void the_largest_cap_must_not_overflow() {
        assertThat(StorageEstimate.isOver(true, Long.MAX_VALUE / 10 * 9, OptionalLong.of(Long.MAX_VALUE)))
                .isFalse();
        assertThat(StorageEstimate.isOver(true, Long.MAX_VALUE, OptionalLong.of(Long.MAX_VALUE)))
                .isTrue();
        assertThat(StorageEstimate.isOver(true, 62, OptionalLong.of(69)))
                .as("floor(62.1)")
                .isFalse();
        assertThat(StorageEstimate.isOver(true, 63, OptionalLong.of(69))).isTrue();
        assertThat(new StorageEstimate(Long.MAX_VALUE, 5).reaches(OptionalLong.of(Long.MAX_VALUE)))
                .isTrue();
    }

    @Test
    void a_cap_that_was_lifted_must_not_block_until_restart() {
        report(5000, CAP);
        accounts.pump(blocks);
        report(5000, OptionalLong.empty());
        assertThat(accounts.pump(blocks)).containsExactly(new Transition(ID, false));
    }

    @Test
    void a_cluster_that_is_gone_must_not_stay_blocked() {
        report(5000, CAP);
        accounts.pump(blocks);
        accounts.forget(accounts.known());
        assertThat(accounts.pump(blocks)).containsExactly(new Transition(ID, false));
    }

    @Test
    void pushes_between_two_reports_must_not_pass_the_cap_by_more_than_one_batch() {
        report(900, CAP);
        accounts.pump(blocks);
        accounts.accept(ID, 99);
        assertThat(blockOf(CAP)).isEmpty();
        accounts.accept(ID, 1);
        assertThat(blockOf(CAP)).contains(PushBlock.STORAGE);
    }

    @Test
    void the_same_figure_again_must_not_settle_what_is_in_flight() {
        report(900, CAP);
        accounts.pump(blocks);
        accounts.accept(ID, 200);
        report(900, CAP);
        accounts.pump(blocks);
        assertThat(accounts.of(ID)).isEqualTo(new StorageEstimate(900, 200));
        report(950, CAP);
        accounts.pump(blocks);
        assertThat(accounts.of(ID)).isEqualTo(new StorageEstimate(950, 0));
    }

    @Test
    void duplicates_must_not_keep_a_cluster_blocked() {
        report(900, CAP);
        accounts.pump(blocks);
        accounts.accept(ID, 150);
        accounts.settle(ID, 150);
        assertThat(blockOf(CAP)).isEmpty();
        accounts.settle(ID, 150);
        assertThat(accounts.of(ID).inFlightBytes()).as("never below 0").isZero();
    }

    @Test
    void what_was_accepted_before_the_first_report_counts() {
        accounts.accept(ID, 1000);
        assertThat(blockOf(CAP)).contains(PushBlock.STORAGE);
        assertThat(blockOf(OptionalLong.empty())).isEmpty();
        accounts.accept(ID, Long.MAX_VALUE);
        assertThat(accounts.of(ID).inFlightBytes()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void the_nothing_that_a_broker_reports_of_new_queues_must_not_settle_what_was_pushed_to_them() {
        accounts.accept(ID, 800);
        report(0, CAP);
        accounts.pump(blocks);
        assertThat(accounts.of(ID)).isEqualTo(new StorageEstimate(0, 800));
        report(700, CAP);
        accounts.pump(blocks);
        assertThat(accounts.of(ID)).isEqualTo(new StorageEstimate(700, 0));
        // measured before, so that nothing is a figure
        accounts.accept(ID, 50);
        report(0, CAP);
        accounts.pump(blocks);
        assertThat(accounts.of(ID)).isEqualTo(new StorageEstimate(0, 0));
    }

    @Test
    void a_cap_of_zero_blocks_at_once() {
        assertThat(blockOf(OptionalLong.of(0))).contains(PushBlock.STORAGE);
    }

    @Test
    void the_first_cause_wins_and_releasing_one_must_not_release_another() {
        blocks.monthly(ID, true);
        blocks.storage(ID, true);
        assertThat(blocks.of(cluster(CAP, EffectiveStatus.PUSH_BLOCKED))).contains(PushBlock.STORAGE);
        assertThat(blocks.storage(ID, false)).isTrue();
        assertThat(blocks.storage(ID, false)).isFalse();
        assertThat(blocks.of(cluster(CAP, EffectiveStatus.PUSH_BLOCKED))).contains(PushBlock.MONTHLY);
        assertThat(blocks.all(cluster(CAP, EffectiveStatus.PUSH_BLOCKED)))
                .containsExactly(PushBlock.MONTHLY, PushBlock.STATUS);
        blocks.monthly(ID, false);
        assertThat(blocks.of(cluster(CAP, EffectiveStatus.PUSH_BLOCKED))).contains(PushBlock.STATUS);
        assertThat(blocks.of(cluster(CAP, EffectiveStatus.ACTIVE))).isEmpty();
    }

    @Test
    void a_refusal_says_its_cause_and_no_word_that_makes_a_consumer_spin() {
        assertThat(PushBlock.STORAGE.text()).contains("pushes are blocked by storage");
        assertThat(PushBlock.MONTHLY.text()).contains("monthly_msgs_quota", "next calendar month");
        assertThat(PushBlock.STATUS.text()).contains("billing hold");
        assertThat(PushBlock.values())
                .allSatisfy(block -> assertThat(block.text())
                        .doesNotContain("timeout", "timed out", "connection", "ECONNREFUSED", "fetch failed"));
    }

    private void report(long total, OptionalLong cap) {
        accounts.report(ID, total, cap);
    }

    private Optional<PushBlock> blockOf(OptionalLong cap) {
        return blocks.of(cluster(cap, EffectiveStatus.ACTIVE));
    }

    private static ClusterContext cluster(OptionalLong cap, EffectiveStatus status) {
        EffectiveLimits limits = cap.isPresent()
                ? EffectiveLimits.merge(Map.of(LimitColumn.MAX_RETAINED_BYTES, cap.getAsLong()), "{}")
                : EffectiveLimits.unlimited();
        return new ClusterContext(
                ID, ID, ID, "acme", "http://127.0.0.1:6632", CellSecret.none(), status, limits, Features.none());
    }
}
