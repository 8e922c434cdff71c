package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
            new Strangers(LAST, new StageNames("app/g/two/z", "source", "group"), checks, stop);

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
            checks.passed(nanos.get());
            return waits.isDone();
        });
        assertThat(waits.join()).isTrue();
        assertThat(strangers.mayGoOn(claim("one"))).as("asked again").isTrue();
    }

    @Test
    void a_pass_that_began_before_the_document_was_stored_must_not_count() {
        checks.passed(nanos.get());
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
        CompletableFuture.runAsync(() -> loop.await(ends));
        assertThat(loop.awaitNext(Duration.ofHours(1), new StopSignal())).isTrue();
        ends.give();
    }
}
