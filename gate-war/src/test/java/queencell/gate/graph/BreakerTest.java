package queencell.gate.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.gate.counter.Counters;
import queencell.gate.counter.FakeKv;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.JsonText;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.Plan;

/// Backoffs on counters that the test sees (runtime, 10.2).
class BreakerTest {
    private static final String TWO_BUDGETS = "{'id':'short','count':10,'timeMs':1000,'subWindows':1},"
            + "{'id':'long','count':100,'timeMs':3600000,'subWindows':1}";

    private final FakeKv kv = new FakeKv();
    private final GraphRegistry registry = new GraphRegistry();
    private final Breaker breaker = new Breaker(kv, new Counters(kv, () -> false), registry, this::wall, kv::now);

    private Duration ahead = Duration.ZERO;

    /// The clock of Gate's machine.
    private Instant wall() {
        return kv.now().plus(ahead);
    }

    private static GraphRuntime graph(String budgets) {
        String json = """
                {'version':1,'nodes':{'n':{'ingress':true,'egress':'out','budgets':[%s]}},
                 'paths':[{'name':'main','nodes':['n']}]}""".formatted(budgets).replace('\'', '"');
        var parsed = (JsonText.Parsed) JsonText.parse(json.getBytes(StandardCharsets.UTF_8));
        GraphDocument document = ((DocumentReader.Read) DocumentReader.read(parsed.value()))
                .document()
                .named("app", "g");
        Plan plan = GraphCompiler.compile(document);
        return new GraphRuntime(document, plan, List.of(), Instant.EPOCH);
    }

    private static NodePlan node(GraphRuntime graph) {
        return graph.node("n").orElseThrow();
    }

    private static String key(GraphRuntime graph, String budget) {
        return node(graph).budgets().stream()
                .filter(each -> each.id().equals(budget))
                .findFirst()
                .orElseThrow()
                .key();
    }

    private Breaker.Outcome.Done trip(GraphRuntime graph, long seconds, long refundCost) {
        return (Breaker.Outcome.Done) breaker.trip(graph, node(graph), seconds, refundCost, Optional.of("me"));
    }

    @Test
    void every_counter_must_be_spent_until_the_vendor_takes_calls_again() {
        GraphRuntime graph = graph(TWO_BUDGETS);
        Breaker.Outcome.Done done = trip(graph, 30, 0);

        assertThat(done.keys()).containsExactlyInAnyOrder(key(graph, "short"), key(graph, "long"));
        assertThat(done.until()).isEqualTo(kv.now().toEpochMilli() + 30_000);
        assertThat(kv.value(key(graph, "short"))).isEqualTo(10);
        assertThat(kv.value(key(graph, "long"))).isEqualTo(100);
        kv.pass(Duration.ofSeconds(30));
        assertThat(kv.value(key(graph, "long"))).isZero();
    }

    @Test
    void what_was_paid_for_the_refused_call_must_be_given_back_where_it_still_counts() {
        GraphRuntime graph = graph(TWO_BUDGETS);
        kv.spend(key(graph, "short"), 4, Duration.ofMillis(500));
        kv.spend(key(graph, "long"), 40, Duration.ofHours(1));
        Breaker.Outcome.Done done = trip(graph, 30, 5);

        // the short window holds less than that, and the long one outlasts the backoff
        assertThat(done.refunded()).isEqualTo(5);
        assertThat(kv.value(key(graph, "short"))).isEqualTo(10);
        assertThat(kv.value(key(graph, "long"))).isEqualTo(35);
    }

    @Test
    void a_refund_that_no_counter_takes_must_not_be_reported() {
        GraphRuntime graph = graph("{'id':'short','count':10,'timeMs':1000,'subWindows':1}");
        kv.spend(key(graph, "short"), 4, Duration.ofMillis(500));
        assertThat(trip(graph, 30, 5).refunded()).isZero();
    }

    @Test
    void a_window_that_outlasts_the_backoff_must_not_be_opened_early_by_it() {
        GraphRuntime graph = graph(TWO_BUDGETS);
        kv.spend(key(graph, "long"), 40, Duration.ofHours(1));

        assertThat(trip(graph, 30, 0).keys()).containsExactly(key(graph, "short"));
        assertThat(kv.value(key(graph, "long"))).isEqualTo(40);
        kv.pass(Duration.ofSeconds(31));
        assertThat(kv.value(key(graph, "long"))).isEqualTo(40);
    }

    @Test
    void a_clock_that_runs_ahead_must_not_let_a_backoff_open_a_window_early() {
        GraphRuntime graph = graph(TWO_BUDGETS);
        kv.spend(key(graph, "long"), 40, Duration.ofSeconds(90));
        ahead = Duration.ofMinutes(5);

        assertThat(trip(graph, 30, 0).keys()).containsExactly(key(graph, "short"));
        kv.pass(Duration.ofSeconds(31));
        assertThat(kv.value(key(graph, "long"))).isEqualTo(40);
    }

    @Test
    void the_only_counter_must_be_spent_although_its_window_outlasts_the_backoff() {
        GraphRuntime graph = graph("{'id':'long','count':100,'timeMs':3600000,'subWindows':1}");
        kv.spend(key(graph, "long"), 40, Duration.ofHours(1));

        assertThat(trip(graph, 30, 0).keys()).containsExactly(key(graph, "long"));
        assertThat(kv.value(key(graph, "long"))).isEqualTo(100);
    }

    @Test
    void a_counter_that_only_some_items_meet_must_not_be_the_one_that_stops_the_node() {
        GraphRuntime graph = graph("{'id':'long','count':100,'timeMs':3600000,'subWindows':1},"
                + "{'id':'some','count':10,'timeMs':1000,'subWindows':1,'whenOp':['search']}");
        kv.spend(key(graph, "long"), 40, Duration.ofHours(1));

        assertThat(trip(graph, 30, 0).keys()).containsExactlyInAnyOrder(key(graph, "long"), key(graph, "some"));
    }

    @Test
    void the_longest_backoff_must_be_readable_and_one_second_more_must_not_be() {
        GraphRuntime graph = graph(TWO_BUDGETS);
        trip(graph, Breaker.LONGEST_SECONDS, 0);
        assertThat(Breaker.LONGEST_SECONDS).isEqualTo(31L * 24 * 3600);
        assertThat(held(graph).map(Breaker.Held::retryAfterSeconds)).contains(2_678_400L);

        write(graph, "{\"at\":1,\"retryAfterSeconds\":2678401}");
        assertThat(held(graph)).isEmpty();
    }

    private void write(GraphRuntime graph, String record) {
        kv.write(node(graph).breakerKey(), record, Duration.ofSeconds(30));
    }

    private Optional<Breaker.Held> held(GraphRuntime graph) {
        String key = node(graph).breakerKey();
        var read = (Breaker.Records.Read) breaker.read(List.of(key));
        return Optional.ofNullable(read.held().get(key));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"at\":-1,\"retryAfterSeconds\":5}",
                "{\"retryAfterSeconds\":5}",
                "{\"at\":1.5,\"retryAfterSeconds\":5}",
                "{\"at\":1}",
                "{\"at\":1,\"retryAfterSeconds\":0}",
                "{\"at\":1,\"retryAfterSeconds\":-5}",
                "{\"at\":1,\"retryAfterSeconds\":\"5\"}",
                "[]",
            })
    void a_record_whose_numbers_cannot_be_must_not_hold_anything(String record) {
        GraphRuntime graph = graph(TWO_BUDGETS);
        write(graph, record);
        assertThat(held(graph)).isEmpty();
    }

    @Test
    void a_lifted_backoff_must_leave_neither_record_nor_spent_counter() {
        GraphRuntime graph = graph(TWO_BUDGETS);
        trip(graph, 30, 0);
        assertThat(held(graph).flatMap(Breaker.Held::by)).contains("me");

        assertThat(breaker.lift(graph, node(graph))).isInstanceOf(Breaker.Outcome.Done.class);
        assertThat(held(graph)).isEmpty();
        assertThat(kv.value(key(graph, "short"))).isZero();
        assertThat(kv.value(key(graph, "long"))).isZero();
    }
}
