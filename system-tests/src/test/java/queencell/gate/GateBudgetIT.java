package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import queencell.gate.Graph.Arrived;
import queencell.http.Answer;

/// What a budget promises, and what may not happen to it when calls fail (runtime, 23, 12 to 20 and 37).
@ExtendWith(GatesExtension.class)
class GateBudgetIT {

    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final String HOUR = "'timeMs':3600000,'subWindows':1";
    private static final Toll BROKEN = new Toll.Refuse(500, "{\"error\":\"refused on the road\"}");
    private static final String TRANSACTION = "/api/v1/transaction";
    private static final String KV = "/api/v1/kv";

    /// @param budgets in the notation of [Graph#text]
    private static String single(String budgets) {
        return """
                {'version':1,
                 'nodes':{'a':{'ingress':true,'egress':'$out','budgets':[%s]}},
                 'paths':[{'name':'main','nodes':['a']}]}""".formatted(budgets);
    }

    private static String hourly(String id, long count) {
        return "{'id':'%s','count':%d,%s}".formatted(id, count, HOUR);
    }

    @Test
    void a_wide_budget_must_not_let_items_past_a_narrow_one(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single(hourly("wide", 100_000) + "," + hourly("narrow", 5)));
        graph.pushMany("a", 0, 20, 1);
        graph.exactly(5, QUIET);
        assertThat(graph.counter("b:$app:g:a:narrow")).isEqualTo(5);
        // what was charged for the items that did not fit was given back
        assertThat(graph.counter("b:$app:g:a:wide")).isEqualTo(5);
    }

    @Test
    void work_that_waits_for_a_short_window_must_be_held_and_not_lost(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single("{'id':'b','count':2,'timeMs':1000}"));
        graph.pushMany("a", 0, 8, 1);
        assertThat(graph.awaitArrived(8).stream().map(Arrived::n)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(graph.count("main", "a", "parked")).isPositive();
        graph.admissions().keepWithin("b:" + graph.application() + ":g:a:b", 2);
    }

    @Test
    void work_that_waits_for_a_long_window_must_not_be_dead_lettered(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single(hourly("b", 1)));
        graph.pushMany("a", 0, 3, 1);
        graph.exactly(1, QUIET);
        Eventually.holds(() -> assertThat(graph.count("main", "a", "released")).isPositive());
        assertThat(graph.count("main", "a", "deadlettered")).isZero();
    }

    @Test
    void a_changed_limit_must_hold_from_the_next_charge_and_not_from_the_next_window(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single(hourly("b", 5)));
        graph.awaitBoth(1);
        graph.pushMany("a", 0, 20, 1);
        graph.exactly(5, QUIET);
        graph.declare(single(hourly("b", 12)));
        // in the same hour, and not before a lease has brought back what was waiting
        graph.exactly(12, QUIET);
        graph.declare(single(hourly("b", 14)).replace("'version':1", "'version':2"));
        graph.awaitBoth(2);
        graph.exactly(14, QUIET);
        graph.declare(single(hourly("b", 1000)).replace("'version':1", "'version':3"));
        graph.awaitArrived(20);
        graph.declare(single(hourly("b", 22)).replace("'version':1", "'version':4"));
        graph.awaitBoth(4);
        graph.pushMany("a", 20, 10, 1);
        graph.exactly(22, QUIET);
        assertThat(graph.counter("b:$app:g:a:b")).isEqualTo(22);
    }

    @Test
    void a_settle_that_fails_must_give_its_charge_back(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single(hourly("b", 1000)));
        try (var _ = graph.toll(TRANSACTION, "", BROKEN)) {
            graph.pushMany("a", 0, 5, 1);
            Eventually.holds(
                    () -> assertThat(graph.count("main", "a", "released")).isPositive());
            Eventually.holds(() -> assertThat(graph.counter("b:$app:g:a:b")).isZero());
            assertThat(graph.arrived()).isEmpty();
        }
        graph.exactly(5, QUIET);
        assertThat(graph.counter("b:$app:g:a:b")).isEqualTo(5);
    }

    @Test
    void a_refund_must_not_land_in_a_later_window(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single("{'id':'b','count':1000,'timeMs':1000}"));
        var late = new AtomicBoolean(true);
        // the settle fails when its window is over, and the next one is just as full by somebody else
        try (var _ = gates.road().raise(crossing -> {
            if (!crossing.path().equals(TRANSACTION)
                    || !crossing.text().contains(graph.application())
                    || !late.compareAndSet(true, false)) {
                return new Toll.Pass();
            }
            long held = graph.counter("b:$app:g:a:b");
            Graph.sleep(Duration.ofMillis(1_100));
            graph.spend("b:$app:g:a:b", held);
            return BROKEN;
        })) {
            graph.pushMany("a", 0, 15, 1);
            Eventually.holds(
                    () -> assertThat(graph.count("main", "a", "released")).isPositive());
        }
        graph.exactly(15, QUIET);
        assertThat(graph.admissions().charged("b:%s:g:a:b".formatted(graph.application())))
                .as("what failed was charged twice and given back in no window")
                .isGreaterThan(15);
    }

    @Test
    void a_settle_whose_answer_is_lost_must_neither_be_refunded_nor_repeated(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single(hourly("b", 1000)));
        try (var _ = graph.tollOnce(TRANSACTION, "", new Toll.CutAnswer(20))) {
            graph.pushMany("a", 0, 5, 1);
            // longer than the lease after which the claim would come back
            graph.exactly(5, Duration.ofSeconds(4));
        }
        assertThat(graph.counter("b:$app:g:a:b")).isEqualTo(5);
        assertThat(graph.count("main", "a", "leaked")).isEqualTo(1);
    }

    @Test
    void items_must_not_pass_while_their_counter_cannot_be_asked(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single(hourly("b", 1000)));
        try (var _ = graph.toll(
                KV,
                "'incr'",
                new Toll.Refuse(503, "{\"error\":\"kv_unavailable\",\"reason\":\"kv_pool_exhausted\"}"))) {
            graph.pushMany("a", 0, 5, 1);
            Eventually.holds(
                    () -> assertThat(graph.count("main", "a", "released")).isPositive());
            assertThat(graph.count("main", "a", "forwarded")).isZero();
            assertThat(graph.arrived()).isEmpty();
        }
        graph.exactly(5, QUIET);
    }

    @Test
    void a_charge_whose_answer_is_lost_must_not_admit_anything(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single(hourly("b", 8)));
        try (var _ = graph.tollOnce(KV, "'incr'", new Toll.CutAnswer(0))) {
            graph.pushMany("a", 0, 5, 1);
            Eventually.holds(
                    () -> assertThat(graph.count("main", "a", "leaked")).isPositive());
        }
        // five were spent with nothing to show: three are left of eight
        graph.exactly(3, QUIET);
        assertThat(graph.counter("b:$app:g:a:b")).isEqualTo(8);
    }

    @Test
    void one_full_key_must_not_stop_another(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single(hourly("wide", 1000)
                + ",{'id':'each','count':2,'timeMs':3600000,'subWindows':1,'scopeBy':'payload.key'}"));
        for (int i = 0; i < 6; i++) {
            graph.push("a", "{'payload':{'n':%d,'key':'full'},'partition':'one'}".formatted(i));
        }
        graph.push("a", "{'payload':{'n':10,'key':'free'},'partition':'two'}");
        graph.push("a", "{'payload':{'n':11,'key':'free'},'partition':'two'}");
        List<Arrived> passed = graph.exactly(4, QUIET);
        assertThat(passed.stream().map(Arrived::n)).containsExactlyInAnyOrder(0, 1, 10, 11);
    }

    @Test
    void more_counters_than_one_call_takes_must_all_be_charged_and_given_back(Gates gates) {
        Graph graph = gates.graph();
        var items = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            items.append(i == 0 ? "" : ",")
                    .append("{'queue':'$app.in','partition':'p','payload':{'n':%1$d,'key':%1$d}}".formatted(i));
        }
        gates.cell()
                .broker("POST", "/api/v1/push")
                .json(graph.text("{'items':[" + items + "]}"))
                .send();
        try (var _ = graph.toll(TRANSACTION, "", BROKEN)) {
            graph.declare("""
                    {'version':1,
                     'nodes':{'a':{'ingress':{'queue':'$app.in'},'egress':'$out','batch':400,'concurrency':1,'budgets':[%s,
                       {'id':'each','count':10,'timeMs':3600000,'subWindows':1,'scopeBy':'payload.key'}]}},
                     'paths':[{'name':'main','nodes':['a']}]}""".formatted(hourly("wide", 100_000)));
            Eventually.holds(() -> {
                var charged = graph.admissions().charged();
                assertThat(charged).hasSize(401);
                assertThat(charged.values()).containsOnly(0L);
            });
        }
        graph.exactly(400, QUIET);
    }

    @Test
    void a_counter_that_holds_text_must_be_reported_and_never_overwritten(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single("{'id':'b','count':10,'sharedKey':'both',%s}".formatted(HOUR)));
        graph.write("b:$app:shared:both", "\"text\"");
        try {
            graph.pushMany("a", 0, 2, 1);
            Eventually.holds(() -> assertThat(graph.unreadable()).containsOnly("live broker state"));
            assertThat(graph.arrived()).isEmpty();
            assertThat(graph.row("b:$app:shared:both").path("value").asText()).isEqualTo("text");
        } finally {
            graph.erase("b:$app:shared:both");
        }
        graph.exactly(2, QUIET);
    }

    @Test
    void a_counter_without_an_end_must_still_be_charged(Gates gates) {
        Graph graph = gates.graph();
        graph.write("b:$app:g:a:b", "1");
        graph.declare(single(hourly("b", 5)));
        graph.pushMany("a", 0, 10, 1);
        graph.exactly(4, QUIET);
        assertThat(graph.read().at("/nodes/0/budgets/0/value").asLong()).isEqualTo(5);
    }

    @Test
    void a_push_that_is_shed_must_say_when_to_come_back_and_charge_nothing(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(single(hourly("b", 2)).replace("'ingress':true", "'ingress':{'shed':true}"));
        graph.pushMany("a", 0, 2, 1);
        graph.awaitArrived(2);
        Answer shed = graph.push("a", "{'payload':{'n':2}}");
        assertThat(shed.status()).as(shed.toString()).isEqualTo(429);
        assertThat(shed.retryAfterSeconds()).isBetween(1, 3600);
        assertThat(shed.json().path("retryAfterSeconds").asInt()).isEqualTo(shed.retryAfterSeconds());
        graph.exactly(2, QUIET);
        assertThat(graph.counter("b:$app:g:a:b")).isEqualTo(2);
    }
}
