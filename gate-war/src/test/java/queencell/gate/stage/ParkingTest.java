package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.gate.stage.StageFixtures.scoped;
import static queencell.gate.stage.StageFixtures.touch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import queencell.broker.BrokerClient;
import queencell.broker.BrokerOptions;
import queencell.gate.counter.CounterView;
import queencell.gate.counter.Counters;
import queencell.gate.counter.FakeKv;

@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParkingTest {
    private static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");

    private final StageCounters counts = new StageCounters();
    private final StopSignal stop = new StopSignal();
    private final Sleepers sleepers = new Sleepers();
    private final Turns turns = new Turns(() -> NOW);
    private final Shelf shelf = new Shelf(() -> NOW, stop);
    private Parking parking;

    @BeforeEach
    void wire() {
        // nothing answers there: parking asks the broker for nothing but a give-back, which may fail
        var broker = BrokerClient.of(BrokerOptions.of("http://127.0.0.1:9"));
        var tools = new StageTools(
                broker,
                new Counters(new FakeKv(), () -> false),
                StageFixtures.keeper(),
                turns,
                sleepers,
                new TraceRing(),
                new StoreChecks(System::nanoTime),
                StageFixtures.SETTINGS,
                "gate",
                () -> NOW,
                InstantSource.system());
        broker.close();
        parking = new Parking("s", tools, shelf, new GiveBack(broker, "group"), stop, counts, () -> 1);
    }

    private static Holding blocked(Touch touch, Duration opensIn) {
        Holding holding = StageFixtures.holding("W", touch);
        holding.blockage(Optional.of(
                new Blockage(List.of(new Blockage.Full(touch, Optional.of(NOW.plus(opensIn)))), 1)));
        return holding;
    }

    @Test
    void a_claim_that_waits_for_the_whole_node_is_held_until_the_window_opens() {
        Holding holding = blocked(touch("a", 10), Duration.ofMillis(80));

        Parking.Awake awake = parking.await(List.of(holding));

        assertThat(awake.holdings()).containsExactly(holding);
        assertThat(holding.parked()).isEqualTo(Duration.ofMillis(81));
        assertThat(counts.counts().parked()).isEqualTo(1);
        assertThat(holding.ended()).isFalse();
    }

    @Test
    void replicas_must_not_ask_in_the_same_millisecond_nor_late() {
        var drawn = LongStream.generate(Parking::jitterMillis).limit(2_000).summaryStatistics();
        assertThat(drawn.getMin()).isEqualTo(1);
        assertThat(drawn.getMax()).isEqualTo(5);
    }

    @Test
    void an_end_that_nobody_knows_must_not_become_a_spin() {
        Holding holding = blocked(touch("a", 10), Duration.ZERO);

        parking.await(List.of(holding));

        assertThat(holding.parked()).isEqualTo(Duration.ofMillis(51));
    }

    @Test
    void a_wait_beyond_the_limit_leaves_the_claim_to_its_lease() {
        Holding holding = blocked(touch("a", 10), Duration.ofSeconds(31));

        assertThat(parking.await(List.of(holding)).holdings()).isEmpty();

        assertThat(holding.ended()).isTrue();
        assertThat(counts.counts().released()).isEqualTo(1);
        assertThat(counts.counts().parked()).isZero();
    }

    @Test
    void waits_of_one_claim_add_up_to_the_limit() {
        Holding holding = blocked(touch("a", 10), Duration.ofMillis(60));
        holding.parked(Duration.ofSeconds(30));

        assertThat(parking.await(List.of(holding)).holdings()).isEmpty();
        assertThat(counts.counts().released()).isEqualTo(1);
    }

    @Test
    void one_full_key_goes_on_the_shelf_and_the_worker_goes_on() throws InterruptedException {
        Holding holding = blocked(scoped("k:x", 10), Duration.ofMillis(1));

        assertThat(parking.await(List.of(holding)).holdings()).isEmpty();

        assertThat(holding.ended()).isFalse();
        assertThat(shelf.takeDue()).containsExactly(holding);
    }

    @Test
    void a_full_shelf_leaves_further_claims_to_their_leases() {
        for (int i = 0; i < Shelf.MOST; i++) {
            parking.await(List.of(blocked(scoped("k" + i, 10), Duration.ofSeconds(5))));
        }
        Holding one = blocked(scoped("k:x", 10), Duration.ofSeconds(5));

        parking.await(List.of(one));

        assertThat(one.ended()).isTrue();
        assertThat(counts.counts().released()).isEqualTo(1);
    }

    @Test
    void a_stop_ends_the_sleep_and_counts_no_release() throws Exception {
        Holding holding = blocked(touch("a", 10), Duration.ofSeconds(20));
        var sleeping = CompletableFuture.supplyAsync(() -> parking.await(List.of(holding)));
        stop.give();

        assertThat(sleeping.get().holdings()).isEmpty();
        assertThat(holding.ended()).isTrue();
        assertThat(counts.counts().released()).isZero();
    }

    @Test
    void a_claim_that_would_be_shelved_while_the_stage_stops_must_not_keep_its_lease_for_ever() {
        Holding holding = blocked(scoped("k:x", 10), Duration.ofSeconds(5));
        stop.give();

        parking.await(List.of(holding));

        assertThat(holding.ended()).isTrue();
        assertThat(shelf.clear()).isEmpty();
    }

    @Test
    void a_lifted_backoff_wakes_those_who_wait_for_it() {
        Holding holding = blocked(touch("a", 10), Duration.ofSeconds(20));
        var sleeping = CompletableFuture.supplyAsync(() -> parking.await(List.of(holding)));

        org.awaitility.Awaitility.await().until(() -> {
            sleepers.wake(List.of("a"));
            return sleeping.isDone();
        });
        assertThat(sleeping.join().holdings()).containsExactly(holding);
    }

    @Test
    void a_lost_lease_must_not_be_charged_for_again() {
        Holding holding = blocked(touch("a", 10), Duration.ofMillis(10));
        holding.lease().lose();

        assertThat(parking.await(List.of(holding)).holdings()).isEmpty();
        assertThat(holding.ended()).isTrue();
    }

    @Test
    void a_lease_that_is_lost_while_another_handler_asks_must_not_be_charged_for() throws Exception {
        Holding holding = blocked(touch("a", 10), Duration.ofMillis(1));
        Turns.Turn other = turns.enter("a");
        var awake = new CompletableFuture<Parking.Awake>();
        Thread waits = Thread.ofPlatform().start(() -> awake.complete(parking.await(List.of(holding))));
        org.awaitility.Awaitility.await().until(() -> waits.getState() == Thread.State.WAITING);
        holding.lease().lose();
        other.close();

        assertThat(awake.get().holdings()).isEmpty();
        assertThat(holding.ended()).isTrue();
        // and nobody waits for an answer that will not come
        assertThat(turns.enter("a").news()).isEmpty();
    }

    /// Two partitions of one claim, each blocked by a counter of its own; another handler asks about `a` and is told
    /// `view`.
    private Parking.Awake besides(Holding onA, Holding onB, CounterView view) throws Exception {
        Turns.Turn other = turns.enter("a");
        var awake = new CompletableFuture<Parking.Awake>();
        Thread waits = Thread.ofPlatform().start(() -> awake.complete(parking.await(List.of(onA, onB))));
        org.awaitility.Awaitility.await().until(() -> waits.getState() == Thread.State.WAITING);
        turns.refused(Map.of("a", view));
        other.close();
        return awake.get();
    }

    @Test
    void a_counter_that_stays_full_must_not_release_the_partitions_parked_for_another() throws Exception {
        Holding onA = blocked(touch("a", 10), Duration.ofMillis(1));
        Holding onB = blocked(touch("b", 10), Duration.ofMillis(200));

        Parking.Awake awake = besides(onA, onB, new CounterView("a", 10, Optional.of(NOW.plusSeconds(3600))));

        assertThat(onA.ended()).isTrue();
        assertThat(onB.ended()).isFalse();
        assertThat(awake.holdings()).containsExactly(onB);
    }

    @Test
    void a_counter_that_stays_full_must_not_delay_the_partitions_parked_for_another() throws Exception {
        Holding onA = blocked(touch("a", 10), Duration.ofMillis(1));
        Holding onB = blocked(touch("b", 10), Duration.ofMillis(200));

        besides(onA, onB, new CounterView("a", 10, Optional.of(NOW.plusSeconds(10))));

        // its own window, not that of the other one
        assertThat(onB.parked()).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void a_message_that_fits_what_another_one_does_not_must_be_asked_for() throws Exception {
        Holding dear = blocked(touch("a", 10), Duration.ofMillis(1));
        dear.blockage(Optional.of(
                new Blockage(List.of(new Blockage.Full(touch("a", 10), Optional.of(NOW.plusMillis(1)))), 8)));
        Holding cheap = blocked(touch("a", 10), Duration.ofMillis(2));

        Parking.Awake awake = besides(dear, cheap, new CounterView("a", 5, Optional.of(NOW.plusSeconds(20))));

        assertThat(awake.holdings()).containsExactly(dear, cheap);
        assertThat(cheap.parked()).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void who_wakes_second_reads_the_answer_of_the_first_instead_of_asking() {
        Turns.Turn first = turns.enter("a");
        var second = CompletableFuture.supplyAsync(() -> turns.enter("a").news());
        var fullAgain = new CounterView("a", 10, Optional.of(NOW.plusSeconds(1)));

        org.awaitility.Awaitility.await().until(() -> {
            // whoever comes later than the answer has to ask himself
            turns.refused(Map.of("a", fullAgain));
            return second.isDone();
        });
        first.close();

        assertThat(second.join().filter(view -> !view.equals(fullAgain))).isEmpty();
    }
}
