package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import queencell.gate.plan.Plan;
import queencell.gate.plan.StagePlan;

/// Messages of a path that the stage does not know, and the look into the store that comes first.
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StrangersTest {
    private static final String BUDGET = "\"budgets\":[{\"id\":\"all\",\"count\":100,\"timeMs\":1000}]";
    private static final Plan CHAIN = StageFixtures.plan("""
            {"version":1,"nodes":{"a":{"ingress":true,%1$s},"z":{"egress":"out",%1$s}},
             "paths":[{"name":"two","nodes":["a","z"]}]}""".formatted(BUDGET));
    private static final StagePlan LAST = CHAIN.stages().getLast();

    private final AtomicLong nanos = new AtomicLong();
    private final StoreChecks checks = new StoreChecks(nanos::get);
    private final StopSignal stop = new StopSignal();
    private final Strangers strangers =
            new Strangers("app/g", LAST, new StageNames("app/g/two/z", "source", "group"), checks, stop);

    private static List<Holding> claim(String path) {
        var message = StageFixtures.message("m", "{\"_gate\":{\"path\":\"%s\"}}".formatted(path));
        return List.of(
                new Holding(StageFixtures.lease(1), List.of(new ClaimClassifier(CHAIN, LAST).classify(message))));
    }

    private CompletableFuture<Boolean> asked(String path) {
        return CompletableFuture.supplyAsync(() -> strangers.mayGoOn(claim(path)));
    }

    @Test
    void its_own_messages_must_not_cost_a_look() {
        assertThat(strangers.mayGoOn(claim("two"))).isTrue();
    }

    @Test
    void what_a_removed_path_left_must_go_on_after_one_look() {
        CompletableFuture<Boolean> waits = asked("one");
        org.awaitility.Awaitility.await().until(() -> {
            nanos.addAndGet(StoreChecks.STORED_AFTER.toNanos());
            checks.passed(nanos.get(), Set.of("app/g"));
            return waits.isDone();
        });
        assertThat(waits.join()).isTrue();
        assertThat(strangers.mayGoOn(claim("one"))).as("asked again").isTrue();
    }

    @Test
    void a_pass_that_began_before_the_document_was_stored_must_not_count() {
        checks.passed(nanos.get(), Set.of("app/g"));
        CompletableFuture<Boolean> waits = asked("one");
        assertThat(waits.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join())
                .isNull();
    }

    @Test
    void a_path_that_this_replica_was_not_told_of_must_be_left_to_the_next_plan() {
        CompletableFuture<Boolean> waits = asked("one");
        // the pass finds another document and stops the stage
        stop.give();
        assertThat(waits.join()).isFalse();
    }

    @Test
    void a_stage_that_asks_must_not_have_to_wait_a_whole_period() {
        var loop = new StoreChecks(System::nanoTime);
        var ends = new StopSignal();
        CompletableFuture.runAsync(() -> loop.await("app/g", ends));
        assertThat(loop.awaitNext(Duration.ofHours(1), new StopSignal())).isTrue();
        ends.give();
    }

    /// Passes as the process makes them: each when one is due.
    private CompletableFuture<Void> passes(StoreChecks loop, StopSignal ends, Supplier<Set<String>> confirmed) {
        return CompletableFuture.runAsync(() -> {
            while (loop.awaitNext(Duration.ofHours(1), ends)) {
                loop.passed(System.nanoTime(), confirmed.get());
            }
        });
    }

    @Test
    void a_second_stage_that_asks_while_a_pass_is_due_must_not_have_to_wait_a_whole_period() {
        var loop = new StoreChecks(System::nanoTime);
        var ends = new StopSignal();
        var first = CompletableFuture.supplyAsync(() -> loop.await("app/g", stop));
        var second = new AtomicReference<CompletableFuture<Boolean>>();
        // the pass that was made for the first one begins before the time of the second one
        var passing = passes(loop, ends, () -> {
            second.compareAndSet(null, CompletableFuture.supplyAsync(() -> loop.await("app/g", stop)));
            return Set.of("app/g");
        });

        assertThat(first.join()).isTrue();
        assertThat(second.get().join()).isTrue();
        ends.give();
        passing.join();
    }

    @Test
    void a_pass_that_could_not_read_the_store_must_be_repeated_before_a_whole_period() {
        var loop = new StoreChecks(System::nanoTime);
        var ends = new StopSignal();
        var asks = CompletableFuture.supplyAsync(() -> loop.await("app/g", stop));
        var made = new AtomicInteger();
        var passing = passes(loop, ends, () -> made.incrementAndGet() == 1 ? Set.of() : Set.of("app/g"));

        assertThat(asks.join()).isTrue();
        assertThat(made).hasValue(2);
        ends.give();
        passing.join();
    }

    @Test
    void a_pass_that_says_nothing_about_the_graph_must_not_let_its_messages_go_on() {
        CompletableFuture<Boolean> waits = asked("one");
        nanos.addAndGet(StoreChecks.STORED_AFTER.multipliedBy(2).toNanos());
        checks.passed(nanos.get(), Set.of("app/other"));
        assertThat(waits.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join())
                .isNull();
    }
}
