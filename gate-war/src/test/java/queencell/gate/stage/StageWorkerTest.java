package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import queencell.broker.Pop;
import queencell.gate.counter.Counters;
import queencell.gate.counter.FakeKv;
import queencell.gate.plan.Plan;

/// What a worker does with held claims, on counters that the test sees and a broker that commits everything.
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StageWorkerTest {
    private static final Plan ONE = StageFixtures.oneNode("\"budgets\":[{\"id\":\"a\",\"count\":100,\"timeMs\":1000}]");
    private static final Plan CHAIN = StageFixtures.plan("""
            {"version":1,"nodes":{"a":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}]},
                                  "z":{"egress":"out","budgets":[{"count":100,"timeMs":1000}]}},
             "paths":[{"name":"two","nodes":["a","z"]}]}""");

    private final FakeKv kv = new FakeKv();
    private final AtomicLong nanos = new AtomicLong();
    private final StoreChecks checks = new StoreChecks(nanos::get);
    private final Turns turns = new Turns(kv::now);
    private final Sleepers sleepers = new Sleepers();
    private ScriptedBroker broker;
    private StageTools tools;

    @BeforeEach
    void start() throws IOException {
        broker = ScriptedBroker.start();
        tools = new StageTools(
                broker.client(),
                new Counters(kv, () -> false),
                StageFixtures.keeper(),
                turns,
                sleepers,
                new TraceRing(),
                checks,
                StageFixtures.SETTINGS,
                "gate",
                kv::now,
                InstantSource.system());
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    /// A stage that has not been started: the test is its worker.
    private final class Bench {
        private final Stage stage;
        private final Shelf shelf;
        private final StageCounters counts = new StageCounters();
        private final StageWorker worker;

        Bench(Plan plan) {
            var of = plan.stages().getLast();
            var names = new StageNames("app/g/p/n", of.source(), of.group());
            var stop = new StopSignal();
            shelf = new Shelf(kv::now, stop);
            stage = new Stage(plan, of, tools, Instant.EPOCH, reason -> {});
            var tally = new Tally(counts, new WedgeWatch(), new PartitionWidth(1, 100));
            var refusals = new Refusals(
                    InstantSource.system(),
                    new TraceRing(),
                    (budget, at) -> new TraceRing.Trace(at, "app", "g", of.node(), of.path(), budget));
            worker = new StageWorker(
                    stage,
                    new Admission(tools.counters(), turns, refusals, counts),
                    new Parking("s", tools, shelf, new GiveBack(broker.client(), of.group()), stop, counts, () -> 1),
                    new Settlement(names, tools, new Relay(plan, of, InstantSource.system()), tally));
        }
    }

    private boolean chargesInSettle(Plan plan, int stage) {
        var riding = new StageTools(
                tools.broker(),
                tools.counters(),
                tools.leases(),
                turns,
                sleepers,
                tools.traces(),
                checks,
                new StageSettings(10, 1, Duration.ofSeconds(30), 3, false, true),
                "gate",
                kv::now,
                InstantSource.system());
        return new Stage(plan, plan.stages().get(stage), riding, Instant.EPOCH, reason -> {}).chargesInSettle();
    }

    @Test
    void a_counter_of_several_spenders_must_not_be_locked_for_a_whole_transaction() {
        assertThat(chargesInSettle(ONE, 0)).isTrue();
        Plan joined = StageFixtures.plan("""
                {"version":1,"nodes":{"a":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}]},
                                      "b":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}]},
                                      "z":{"egress":"out","budgets":[{"count":100,"timeMs":1000}]}},
                 "paths":[{"name":"one","nodes":["a","z"]},{"name":"two","nodes":["b","z"]}]}""");
        assertThat(IntStream.range(0, 4).mapToObj(stage -> chargesInSettle(joined, stage)))
                .as("a, z, b, z")
                .containsExactly(true, false, true, false);
        Plan shared = StageFixtures.oneNode(
                "\"budgets\":[{\"id\":\"a\",\"count\":100,\"timeMs\":1000,\"sharedKey\":\"all\"}]");
        assertThat(chargesInSettle(shared, 0)).isFalse();
    }

    @Test
    void a_claim_must_be_charged_and_settled() {
        new Bench(ONE).worker.work(List.of(StageFixtures.holding("WW")));

        assertThat(kv.value("a")).isEqualTo(2);
        assertThat(kv.calls()).as("charges").isEqualTo(1);
        assertThat(broker.pushes()).as("transactions").containsExactly(2);
    }

    @Test
    void a_claim_off_the_shelf_whose_lease_is_lost_must_not_be_charged() throws InterruptedException {
        var bench = new Bench(ONE);
        Holding holding = StageFixtures.holding("W", StageFixtures.scoped("a", 100));
        bench.shelf.put(holding, Set.of("a"), kv.now());
        holding.lease().lose();

        bench.worker.work(bench.shelf.takeDue());

        assertThat(kv.calls()).isZero();
        assertThat(holding.ended()).isTrue();
        assertThat(bench.stage.counts().released()).isEqualTo(1);
        assertThat(broker.pushes()).isEmpty();
    }

    @Test
    void a_message_that_cannot_be_read_must_be_reported_once_and_by_its_partition() {
        Stage stage = new Bench(ONE).stage;
        // the first claim held several; from then on they hold one each
        stage.unreadable(new Pop.Unreadable("broken", "id-9", "nine"));
        assertThat(stage.wedges()).isEmpty();
        stage.unreadable(new Pop.Unreadable("broken", "id-7", "seven"));
        stage.unreadable(new Pop.Unreadable("broken", "id-7", "seven"));
        stage.unreadable(new Pop.Unreadable("broken", "id-7", "seven"));

        assertThat(stage.counts().wedged()).isEqualTo(1);
        assertThat(stage.wedges()).containsExactly("seven");
    }

    @Test
    void one_lost_lease_must_not_keep_the_others_from_being_charged() {
        Holding lost = StageFixtures.holding("W");
        lost.lease().lose();

        new Bench(ONE).worker.work(List.of(lost, StageFixtures.holding("WWW")));

        assertThat(kv.value("a")).isEqualTo(3);
    }

    @Test
    void a_poison_under_a_lost_lease_must_be_left_to_whoever_has_it_now() {
        Holding lost = StageFixtures.holding("PW");
        lost.lease().lose();

        new Bench(ONE).worker.work(List.of(lost));

        assertThat(broker.acks()).isEmpty();
        assertThat(lost.ended()).isTrue();
    }

    @Test
    void a_lease_that_is_lost_while_the_store_is_looked_at_must_not_be_charged() {
        var bench = new Bench(CHAIN);
        var message = StageFixtures.message("m", "{\"_gate\":{\"path\":\"removed\"}}");
        var classifier = new ClaimClassifier(CHAIN, CHAIN.stages().getLast());
        var holding = new Holding(StageFixtures.lease(1), List.of(classifier.classify(message)));
        var working = CompletableFuture.runAsync(() -> bench.worker.work(List.of(holding)));
        holding.lease().lose();

        org.awaitility.Awaitility.await().until(() -> {
            nanos.addAndGet(StoreChecks.STORED_AFTER.toNanos());
            checks.passed(nanos.get(), Set.of("app/g"));
            return working.isDone();
        });

        assertThat(kv.calls()).isZero();
        assertThat(broker.pushes()).isEmpty();
    }

    @Test
    void the_rest_behind_a_settled_prefix_must_not_be_charged_once_its_lease_is_lost() {
        Holding holding = StageFixtures.holding("WW");
        // halved: the first message goes through, and by then the second one is somebody else's
        broker.answers(ScriptedBroker.DUPLICATE, ScriptedBroker.COMMITTED);
        broker.afterTransaction(2, () -> holding.lease().lose());

        new Bench(ONE).worker.work(List.of(holding));

        assertThat(broker.pushes()).containsExactly(2, 1);
        assertThat(kv.value("a")).isEqualTo(1);
        assertThat(holding.ended()).isTrue();
    }
}
