package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.gate.stage.StageFixtures.holding;
import static queencell.gate.stage.StageFixtures.scoped;
import static queencell.gate.stage.StageFixtures.touch;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import queencell.broker.CallFailure;
import queencell.gate.counter.Counters;
import queencell.gate.counter.FakeKv;

class AdmissionTest {
    private final FakeKv kv = new FakeKv();
    private final StageCounters counts = new StageCounters();
    private final Refusals refusals = new Refusals(
            InstantSource.system(),
            new TraceRing(),
            (budget, at) -> new TraceRing.Trace(at, "app", "g", "n", "main", budget));
    private final Admission admission =
            new Admission(new Counters(kv, () -> false), new Turns(kv::now), refusals, counts);

    private Verdict.Granted granted(Holding... holdings) {
        return (Verdict.Granted) admission.ask(List.of(holdings));
    }

    @Test
    void a_claim_that_fits_costs_one_call() {
        assertThat(granted(holding("WWW")).fit().admitted()).containsExactly(3);
        assertThat(kv.calls()).isEqualTo(1);
        assertThat(kv.value("a")).isEqualTo(3);
    }

    @Test
    void foreign_messages_are_never_charged() {
        assertThat(granted(holding("FF")).fit().admitted()).containsExactly(0);
        assertThat(kv.calls()).isZero();
    }

    @Test
    void what_does_not_fit_must_not_stay_charged() {
        kv.spend("a", 98, Duration.ofSeconds(5));

        Verdict.Granted granted = granted(holding("WWWW"));

        assertThat(granted.fit().admitted()).containsExactly(2);
        assertThat(kv.value("a")).isEqualTo(100);
        assertThat(counts.counts().deferred()).isEqualTo(1);
        assertThat(refusals.last()).map(Refusals.Refusal::budget).contains("a");
        assertThat(granted.fit().blocked().getFirst().orElseThrow().opensAt())
                .contains(kv.now().plusSeconds(5));
    }

    @Test
    void two_budgets_both_hold_and_neither_is_overspent() {
        Holding holding = holding("WWWWWWWWWW", touch("a", 100_000), touch("b", 5));

        assertThat(granted(holding).fit().admitted()).containsExactly(5);
        assertThat(kv.value("a")).isEqualTo(5);
        assertThat(kv.value("b")).isEqualTo(5);
    }

    @Test
    void partitions_are_charged_together_in_one_call() {
        Verdict.Granted granted = granted(
                holding("WW", touch("all", 100), scoped("k:x", 10)),
                holding("W", touch("all", 100), scoped("k:y", 10)));

        assertThat(granted.fit().admitted()).containsExactly(2, 1);
        assertThat(kv.value("all")).isEqualTo(3);
        assertThat(kv.calls()).isEqualTo(1);
    }

    @Test
    void nothing_is_charged_while_the_counter_is_full() {
        kv.spend("a", 100, Duration.ofSeconds(5));

        assertThat(granted(holding("WW")).fit().admitted()).containsExactly(0);
        assertThat(kv.value("a")).isEqualTo(100);
        assertThat(kv.calls()).isEqualTo(1);
        assertThat(counts.counts().deferred()).isZero();
    }

    @Test
    void a_failed_charge_gives_no_verdict() {
        kv.fail(new CallFailure.OutcomeUnknown("cut"));

        assertThat(admission.ask(List.of(holding("W")))).isEqualTo(new Verdict.Unanswered(true, "cut"));
    }
}
