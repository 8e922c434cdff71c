package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
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
    /// The messages of the fixtures are of this time.
    private static final Instant CREATED = Instant.parse("2026-11-30T08:00:00Z");

    private static final Instant NOW = CREATED.plusSeconds(5);
    private static final Plan CHAIN = StageFixtures.plan("""
            {"version":1,"nodes":{"a":{"ingress":true,%1$s},"z":{"egress":"out",%1$s}},
             "paths":[{"name":"two","nodes":["a","z"]}]}""".formatted(BUDGET));
    private static final StagePlan LAST = CHAIN.stages().getLast();

    private final AtomicLong nanos = new AtomicLong();
    private static final Duration STORED_AFTER = Duration.ofMillis(300);

    private final StoreChecks checks = new StoreChecks(nanos::get, STORED_AFTER);
    private final StopSignal stop = new StopSignal();
    private final Strangers strangers =
            new Strangers("app/g", LAST, new StageNames("app/g/two/z", "source", "group"), checks, stop, () -> NOW);

    private static List<Holding> claim(String path) {
        return claim(path, CREATED.toString());
    }

    private static List<Holding> claim(String path, String createdAt) {
        var message = StageFixtures.message("m", "{\"_gate\":{\"path\":\"%s\"}}".formatted(path), createdAt);
        return List.of(
                new Holding(StageFixtures.lease(1), List.of(new ClaimClassifier(CHAIN, LAST).classify(message))));
    }

    /// Each in a thread of its own: many of them wait on purpose, longer than their tests.
    private static <T> CompletableFuture<T> async(Supplier<T> waiting) {
        return CompletableFuture.supplyAsync(waiting, Thread::startVirtualThread);
    }

    private static CompletableFuture<Void> asyncRun(Runnable waiting) {
        return CompletableFuture.runAsync(waiting, Thread::startVirtualThread);
    }

    private CompletableFuture<Boolean> asked(String path) {
        return async(() -> strangers.mayGoOn(claim(path)));
    }

    @Test
    void its_own_messages_must_not_cost_a_look() {
        assertThat(strangers.mayGoOn(claim("two"))).isTrue();
    }

    private boolean looksAndGoesOn(List<Holding> claim) {
        CompletableFuture<Boolean> waits = async(() -> strangers.mayGoOn(claim));
        org.awaitility.Awaitility.await().until(() -> {
            nanos.addAndGet(STORED_AFTER.toNanos());
            checks.passed(nanos.get(), Set.of("app/g"));
            return waits.isDone();
        });
        return waits.join();
    }

    @Test
    void what_a_removed_path_left_must_go_on_after_one_look() {
        assertThat(looksAndGoesOn(claim("one"))).isTrue();
        assertThat(strangers.mayGoOn(claim("one"))).as("asked again").isTrue();
    }

    @Test
    void a_path_that_was_added_again_elsewhere_must_not_be_taken_for_what_it_left_before() {
        assertThat(looksAndGoesOn(claim("one"))).isTrue();

        CompletableFuture<Boolean> waits =
                async(() -> strangers.mayGoOn(claim("one", NOW.plusSeconds(60).toString())));
        assertThat(waits.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join())
                .as("without a look")
                .isNull();
        stop.give();
    }

    @Test
    void a_message_whose_time_cannot_be_read_must_not_go_on_without_a_look() {
        assertThat(looksAndGoesOn(claim("one"))).isTrue();

        assertThat(looksAndGoesOn(claim("one", "yesterday"))).isTrue();
        CompletableFuture<Boolean> waits = async(() -> strangers.mayGoOn(claim("one", "yesterday")));
        assertThat(waits.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join())
                .isNull();
        stop.give();
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
        var loop = new StoreChecks(System::nanoTime, STORED_AFTER);
        var ends = new StopSignal();
        asyncRun(() -> loop.await("app/g", ends));
        assertThat(loop.awaitNext(Duration.ofHours(1), new StopSignal())).isTrue();
        ends.give();
    }

    /// Passes as the process makes them: each when one is due.
    private CompletableFuture<Void> passes(StoreChecks loop, StopSignal ends, Supplier<Set<String>> confirmed) {
        return asyncRun(() -> {
            while (loop.awaitNext(Duration.ofHours(1), ends)) {
                loop.passed(System.nanoTime(), confirmed.get());
            }
        });
    }

    @Test
    void a_second_stage_that_asks_while_a_pass_is_due_must_not_have_to_wait_a_whole_period() {
        var loop = new StoreChecks(System::nanoTime, STORED_AFTER);
        var ends = new StopSignal();
        var first = async(() -> loop.await("app/g", stop));
        var second = new AtomicReference<CompletableFuture<Boolean>>();
        // the pass that was made for the first one begins before the time of the second one
        var passing = passes(loop, ends, () -> {
            second.compareAndSet(null, async(() -> loop.await("app/g", stop)));
            return Set.of("app/g");
        });

        assertThat(first.join()).isTrue();
        assertThat(second.get().join()).isTrue();
        ends.give();
        passing.join();
    }

    @Test
    void a_pass_that_could_not_read_the_store_must_be_repeated_before_a_whole_period() {
        var loop = new StoreChecks(System::nanoTime, STORED_AFTER);
        var ends = new StopSignal();
        var asks = async(() -> loop.await("app/g", stop));
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
        nanos.addAndGet(STORED_AFTER.multipliedBy(2).toNanos());
        checks.passed(nanos.get(), Set.of("app/other"));
        assertThat(waits.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join())
                .isNull();
    }

    @Test
    void a_store_that_tells_nothing_must_not_hold_a_claim_for_ever() {
        CompletableFuture<Boolean> waits = asked("one");
        org.awaitility.Awaitility.await().until(() -> {
            nanos.addAndGet(Duration.ofSeconds(20).toNanos());
            checks.passed(nanos.get(), Set.of());
            return waits.isDone();
        });
        assertThat(waits.join()).isFalse();
        assertThat(stop.given()).isFalse();
    }
}
