package queencell.gate.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import queencell.broker.CallFailure;

class CountersTest {
    private final FakeKv kv = new FakeKv();
    private final Counters counters = new Counters(kv, () -> false);

    private static Charge charge(String key, long delta, long ceiling) {
        return new Charge(key, delta, ceiling, 60, key, false);
    }

    @Test
    void one_counter_costs_one_call_and_a_refusal_brings_the_end_of_its_window() {
        kv.spend("a", 9, Duration.ofSeconds(7));

        Charged charged = counters.charge(List.of(charge("a", 2, 10)));

        assertThat(charged).isInstanceOfSatisfying(Charged.Refused.class, refused -> {
            assertThat(refused.counters().get("a").value()).isEqualTo(9);
            assertThat(refused.counters().get("a").expiresAt())
                    .contains(kv.now().plusSeconds(7));
        });
        assertThat(kv.calls()).isEqualTo(1);
        assertThat(kv.value("a")).isEqualTo(9);
    }

    @Test
    void a_refusal_by_one_of_several_counters_must_leave_nothing_on_the_others() {
        kv.spend("b", 4, Duration.ofSeconds(7));

        Charged charged = counters.charge(List.of(charge("a", 4, 100), charge("b", 4, 5)));

        assertThat(charged)
                .isInstanceOfSatisfying(
                        Charged.Refused.class,
                        refused -> assertThat(refused.first().key()).isEqualTo("b"));
        assertThat(kv.value("a")).isZero();
        assertThat(kv.value("b")).isEqualTo(4);
    }

    @Test
    void four_hundred_counters_are_charged_together_and_given_back_to_zero() {
        List<Charge> charges =
                IntStream.range(0, 400).mapToObj(i -> charge("k" + i, 3, 10)).toList();

        Charged charged = counters.charge(charges);

        assertThat(charged).isInstanceOf(Charged.Applied.class);
        assertThat(kv.value("k399")).isEqualTo(3);
        counters.refund(charges, ((Charged.Applied) charged).ledger());
        assertThat(charges)
                .allSatisfy(charge -> assertThat(kv.value(charge.key())).isZero());
    }

    @Test
    void a_later_part_that_is_refused_must_give_back_what_earlier_parts_took() {
        kv.spend("k399", 10, Duration.ofSeconds(7));
        List<Charge> charges =
                IntStream.range(0, 400).mapToObj(i -> charge("k" + i, 3, 10)).toList();

        assertThat(counters.charge(charges)).isInstanceOf(Charged.Refused.class);

        assertThat(charges.subList(0, 399))
                .allSatisfy(charge -> assertThat(kv.value(charge.key())).isZero());
    }

    @Test
    void a_refund_must_not_land_in_the_next_window() {
        Charge charge = charge("a", 5, 10);
        var ledger = ((Charged.Applied) counters.charge(List.of(charge))).ledger();
        kv.pass(Duration.ofSeconds(61));
        kv.spend("a", 20, Duration.ofSeconds(60));

        counters.refund(List.of(charge), ledger);

        assertThat(kv.value("a")).isEqualTo(20);
    }

    @Test
    void a_refund_must_not_land_in_a_next_window_that_is_just_as_full() {
        Charge charge = charge("a", 10, 10);
        var ledger = ((Charged.Applied) counters.charge(List.of(charge))).ledger();
        kv.pass(Duration.ofSeconds(61));
        assertThat(counters.charge(List.of(charge))).isInstanceOf(Charged.Applied.class);

        counters.refund(List.of(charge), ledger);

        assertThat(kv.value("a")).isEqualTo(10);
    }

    @Test
    void a_refund_must_not_end_its_window_early() {
        Charge charge = charge("a", 10, 10);
        var ledger = ((Charged.Applied) counters.charge(List.of(charge))).ledger();
        kv.pass(Duration.ofMillis(20_400));

        counters.refund(List.of(charge("a", 4, 10)), ledger);

        kv.pass(Duration.ofMillis(39_500));
        assertThat(kv.value("a")).isEqualTo(6);
    }

    @Test
    void a_refund_of_which_nobody_knows_whether_it_was_made_must_not_be_made_again() {
        Charge charge = charge("a", 6, 10);
        var ledger = ((Charged.Applied) counters.charge(List.of(charge))).ledger();
        kv.failAfter(1, new CallFailure.OutcomeUnknown("cut"));
        counters.refund(List.of(charge("a", 2, 10)), ledger);

        counters.refund(List.of(charge("a", 2, 10)), ledger);

        assertThat(kv.value("a")).isEqualTo(6);
    }

    @Test
    void two_refunds_of_parts_of_one_charge_both_apply() {
        Charge charge = charge("a", 6, 10);
        var ledger = ((Charged.Applied) counters.charge(List.of(charge))).ledger();

        counters.refund(List.of(charge("a", 2, 10)), ledger);
        counters.refund(List.of(charge("a", 1, 10)), ledger);

        assertThat(kv.value("a")).isEqualTo(3);
    }

    @Test
    void a_charge_without_an_answer_is_neither_a_refusal_nor_an_admission() {
        kv.fail(new CallFailure.OutcomeUnknown("cut"));
        assertThat(counters.charge(List.of(charge("a", 1, 10)))).isEqualTo(new Charged.Failed(true, "cut"));

        kv.fail(new CallFailure.Unavailable("no room"));
        assertThat(counters.charge(List.of(charge("a", 1, 10)))).isEqualTo(new Charged.Failed(false, "no room"));
    }

    @Test
    void a_read_that_fails_must_not_look_like_empty_counters() {
        kv.fail(new CallFailure.Unavailable("down"));

        assertThat(counters.read(List.of("a"))).isEqualTo(new Reading.Unreadable("down"));
    }
}
