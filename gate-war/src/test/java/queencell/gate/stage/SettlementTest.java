package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.gate.stage.ScriptedBroker.CUT;
import static queencell.gate.stage.ScriptedBroker.DB_ERROR;
import static queencell.gate.stage.ScriptedBroker.DUPLICATE;
import static queencell.gate.stage.ScriptedBroker.LEASE_LOST;
import static queencell.gate.stage.ScriptedBroker.TOO_LARGE;
import static queencell.gate.stage.ScriptedBroker.UNKNOWN_ID;
import static queencell.gate.stage.StageFixtures.holding;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.gate.counter.Counters;
import queencell.gate.counter.FakeKv;
import queencell.gate.plan.Plan;

class SettlementTest {
    private static final Plan PLAN = StageFixtures.oneNode("\"budgets\":[{\"count\":1000,\"timeMs\":1000}]");

    private final FakeKv kv = new FakeKv();
    private final Counters counters = new Counters(kv, () -> false);
    private final StageCounters counts = new StageCounters();
    private final Tally tally = new Tally(counts, new WedgeWatch(), new PartitionWidth(1, 200));
    private ScriptedBroker broker;
    private Admission admission;
    private Settlement settlement;

    @BeforeEach
    void wire() throws IOException {
        broker = ScriptedBroker.start();
        var turns = new Turns(kv::now);
        var tools = new StageTools(
                broker.client(),
                counters,
                StageFixtures.keeper(),
                turns,
                new Sleepers(),
                new TraceRing(),
                new StoreChecks(System::nanoTime),
                StageFixtures.SETTINGS,
                "gate",
                kv::now,
                InstantSource.system());
        admission = new Admission(
                counters,
                turns,
                new Refusals(
                        InstantSource.system(),
                        tools.traces(),
                        (budget, at) -> new TraceRing.Trace(at, "app", "g", "n", "main", budget)),
                counts);
        settlement = new Settlement(
                new StageNames("app/g/main/n", "source", "group"),
                tools,
                new Relay(PLAN, PLAN.stages().getFirst(), InstantSource.system()),
                tally);
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private List<Holding> commit(Holding... holdings) {
        List<Holding> held = List.of(holdings);
        return settlement.commit(held, (Verdict.Granted) admission.ask(held));
    }

    @Test
    void a_claim_is_settled_by_one_transaction_that_acks_its_last_message() {
        Holding holding = holding("FWWF");

        assertThat(commit(holding)).isEmpty();

        assertThat(broker.acks()).containsExactly("m3 completed");
        assertThat(broker.pushes()).containsExactly(2);
        assertThat(counts.counts().forwarded()).isEqualTo(2);
        assertThat(counts.counts().foreign()).isEqualTo(2);
        assertThat(counts.counts().commits()).isEqualTo(1);
    }

    @Test
    void a_failure_that_certainly_did_not_commit_must_give_the_budget_back() {
        broker.answers(DB_ERROR);
        Holding holding = holding("WWW");

        assertThat(commit(holding)).isEmpty();

        assertThat(kv.value("a")).isZero();
        assertThat(counts.counts().released()).isEqualTo(1);
        assertThat(counts.counts().leaked()).isZero();
    }

    @Test
    void an_answer_that_got_lost_must_neither_be_refunded_nor_sent_again() {
        broker.answers(CUT);
        Holding holding = holding("WWW");

        assertThat(commit(holding)).isEmpty();

        assertThat(kv.value("a")).isEqualTo(3);
        assertThat(broker.pushes()).hasSize(1);
        assertThat(counts.counts().leaked()).isEqualTo(1);
    }

    @Test
    void one_duplicate_must_not_hold_up_the_fresh_messages_for_ever() {
        // four, two and one meet it; then the single one, which is downstream already
        broker.answers(DUPLICATE, DUPLICATE, DUPLICATE, DUPLICATE);
        Holding holding = holding("WWWW");

        assertThat(commit(holding)).containsExactly(holding);

        assertThat(broker.pushes()).containsExactly(4, 2, 1, 1, 0);
        assertThat(holding.front()).hasSize(3);
        assertThat(counts.counts().forwarded()).isZero();
        assertThat(counts.counts().duplicates()).isEqualTo(1);
        assertThat(kv.value("a")).isZero();
        assertThat(commit(holding)).isEmpty();
        assertThat(counts.counts().forwarded()).isEqualTo(3);
        assertThat(kv.value("a")).isEqualTo(3);
    }

    @Test
    void half_of_a_claim_that_commits_pays_for_that_half_only() {
        broker.answers(DUPLICATE);
        Holding holding = holding("WWWW");

        assertThat(commit(holding)).containsExactly(holding);

        assertThat(broker.pushes()).containsExactly(4, 2);
        assertThat(kv.value("a")).isEqualTo(2);
        assertThat(counts.counts().forwarded()).isEqualTo(2);
    }

    @Test
    void a_duplicate_whose_claim_is_settled_already_is_left_alone() {
        broker.answers(DUPLICATE, DUPLICATE, LEASE_LOST);
        Holding holding = holding("W");

        assertThat(commit(holding)).isEmpty();

        assertThat(counts.counts().released()).isZero();
        assertThat(kv.value("a")).isZero();
    }

    @Test
    void one_stuck_partition_must_not_hold_up_the_others_of_its_claim() {
        broker.answers(UNKNOWN_ID, UNKNOWN_ID);
        Holding stuck = holding("WW");
        Holding fine = holding("W");

        assertThat(commit(stuck, fine)).isEmpty();

        assertThat(broker.pushes()).containsExactly(3, 2, 1);
        assertThat(counts.counts().forwarded()).isEqualTo(1);
        assertThat(kv.value("a")).isEqualTo(1);
    }

    @Test
    void a_lost_lease_is_no_wedge_however_often_it_happens() {
        for (int i = 0; i < 6; i++) {
            broker.answers(LEASE_LOST);
            commit(holding("W"));
        }
        assertThat(counts.counts().wedged()).isZero();
        assertThat(kv.value("a")).isZero();
    }

    @Test
    void a_cursor_that_cannot_move_is_escalated_once() {
        for (int i = 0; i < 7; i++) {
            broker.answers(UNKNOWN_ID);
            commit(holding("W"));
        }
        assertThat(counts.counts().wedged()).isEqualTo(1);
    }

    @Test
    void a_claim_that_is_too_large_for_one_transaction_must_go_on_in_pieces() {
        broker.answers(TOO_LARGE, TOO_LARGE);
        Holding holding = holding("WFWWW");

        assertThat(commit(holding)).isEmpty();

        assertThat(broker.pushes()).containsExactly(4, 2, 1, 1, 2);
        assertThat(broker.acks())
                .containsExactly("m4 completed", "m2 completed", "m1 completed", "m2 completed", "m4 completed");
        assertThat(counts.counts().forwarded()).isEqualTo(4);
        assertThat(counts.counts().released()).isZero();
        assertThat(kv.value("a")).isEqualTo(4);
    }

    @Test
    void a_message_that_no_transaction_may_carry_must_not_stay_at_the_head() {
        broker.answers(TOO_LARGE, TOO_LARGE);
        Holding holding = holding("WW");

        assertThat(commit(holding)).containsExactly(holding);

        assertThat(holding.poisonAtHead())
                .hasValueSatisfying(poison -> assertThat(poison.reason()).contains("msgs_burst 1"));
        assertThat(kv.value("a")).as("nothing was admitted").isZero();
        assertThat(counts.counts().released()).isZero();
    }

    @Test
    void what_stands_behind_a_piece_that_failed_must_not_overtake_it() {
        broker.answers(TOO_LARGE, DB_ERROR);
        Holding holding = holding("WWWW");

        assertThat(commit(holding)).isEmpty();

        assertThat(broker.pushes()).containsExactly(4, 2);
        assertThat(kv.value("a")).isZero();
    }

    @Test
    void what_stands_behind_a_piece_of_which_nobody_knows_must_be_given_back_and_that_piece_not() {
        broker.answers(TOO_LARGE, CUT);
        Holding holding = holding("WWWW");

        assertThat(commit(holding)).isEmpty();

        assertThat(broker.pushes()).containsExactly(4, 2);
        assertThat(kv.value("a")).isEqualTo(2);
    }

    @Test
    void large_payloads_must_not_be_gathered_into_one_transaction() {
        List<Item> items = new ArrayList<>();
        String large = "\"" + "x".repeat((int) Settlement.MOST_BYTES / 3) + "\"";
        for (int i = 0; i < 6; i++) {
            items.add(StageFixtures.work("m" + i, large, 1, StageFixtures.touch("a", 100)));
        }

        assertThat(commit(new Holding(StageFixtures.lease(1), items))).isEmpty();

        assertThat(broker.pushes()).containsExactly(1, 2, 1, 2);
        assertThat(counts.counts().forwarded()).isEqualTo(6);
    }

    @Test
    void poison_at_the_head_is_dead_lettered_alone_and_ends_the_claim() {
        broker.answers(ScriptedBroker.DEAD_LETTERED);
        Holding holding = holding("PWW");

        settlement.deadLetter(holding, holding.poisonAtHead().orElseThrow());

        assertThat(broker.acks()).containsExactly("m0 dlq");
        assertThat(broker.pushes()).containsExactly(0);
        assertThat(holding.ended()).isTrue();
        assertThat(counts.counts().deadlettered()).isEqualTo(1);
    }

    @Test
    void poison_that_the_broker_cannot_dead_letter_must_not_stay_at_the_head_nor_be_lost_when_it_was_late_once() {
        broker.answers(ScriptedBroker.DEAD_LETTERED, ScriptedBroker.DEAD_LETTERED);
        for (int time = 0; time < 3; time++) {
            Holding holding = holding("PW");
            settlement.deadLetter(holding, holding.poisonAtHead().orElseThrow());
            assertThat(holding.ended()).isTrue();
        }
        assertThat(broker.acks()).containsExactly("m0 dlq", "m0 dlq", "m0 completed");
    }

    @Test
    void poison_must_not_stay_at_the_head_of_a_broker_without_the_status_dlq() {
        broker.answers(ScriptedBroker.UNKNOWN_STATUS);
        for (int i = 0; i < 2; i++) {
            Holding holding = holding("P");
            settlement.deadLetter(holding, holding.poisonAtHead().orElseThrow());
        }
        assertThat(broker.acks()).containsExactly("m0 dlq", "m0 failed", "m0 failed");
        assertThat(counts.counts().deadlettered()).isEqualTo(2);
    }

    @Test
    void a_charge_that_rides_along_costs_no_call_of_its_own() {
        Holding holding = holding("WWF");

        assertThat(settlement.ride(List.of(holding))).isTrue();

        assertThat(broker.riders()).containsExactly(1);
        assertThat(broker.pushes()).containsExactly(2);
        assertThat(kv.calls()).isZero();
        assertThat(holding.ended()).isTrue();
    }

    @Test
    void a_riding_charge_that_is_refused_leaves_everything_to_the_ordinary_way() {
        broker.answers(ScriptedBroker.COUNTER_FULL);
        Holding holding = holding("WW");

        assertThat(settlement.ride(List.of(holding))).isFalse();

        assertThat(holding.ended()).isFalse();
        assertThat(commit(holding)).isEmpty();
        assertThat(broker.riders()).containsExactly(1, 0);
        assertThat(kv.value("a")).isEqualTo(2);
    }

    @Test
    void a_riding_charge_whose_answer_got_lost_is_not_sent_again() {
        broker.answers(CUT);
        Holding holding = holding("WW");

        assertThat(settlement.ride(List.of(holding))).isTrue();

        assertThat(broker.pushes()).hasSize(1);
        assertThat(holding.ended()).isTrue();
        assertThat(counts.counts().leaked()).isEqualTo(1);
    }
}
