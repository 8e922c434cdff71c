package queencell.proxy.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.CellSecret;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.EffectiveLimits;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.Features;
import queencell.proxy.database.Pxdb;
import queencell.proxy.inspect.QueuePartition;

/// Admission in memory, without a database (pipeline, 7.9).
class QueueRegistryTest {
    private static final UUID CLUSTER = new UUID(1, 2);
    private static final PartitionNames SILENT = (_, _) -> Optional.empty();

    private final QueueRegistry registry = new QueueRegistry(Optional.empty(), SILENT, Runnable::run, System::nanoTime);

    private static Caps caps(long queues, long partitions) {
        return new Caps(OptionalLong.of(queues), OptionalLong.of(partitions));
    }

    private static QueuePartition pair(String queue, String partition) {
        return new QueuePartition(queue, partition);
    }

    private Reservation admitted(Caps caps, QueuePartition... pairs) {
        Admission admission = registry.reserve(CLUSTER, List.of(pairs), Set.of(), caps);
        assertThat(admission).isInstanceOf(Admission.Admitted.class);
        return ((Admission.Admitted) admission).reservation();
    }

    private Admission asked(Caps caps, QueuePartition... pairs) {
        return registry.reserve(CLUSTER, List.of(pairs), Set.of(), caps);
    }

    @Test
    void the_queue_over_the_cap_is_refused_and_the_ones_below_are_not() {
        admitted(caps(2, 9), pair("a", "0"), pair("b", "0")).keep();

        assertThat(asked(caps(2, 9), pair("c", "0"))).isEqualTo(new Admission.OverQueues("c", 2));
        admitted(caps(2, 9), pair("a", "1"));
    }

    @Test
    void the_partition_over_the_cap_is_refused() {
        admitted(caps(9, 2), pair("a", "0"), pair("a", "1")).keep();

        assertThat(asked(caps(9, 2), pair("a", "2"))).isEqualTo(new Admission.OverPartitions("a", "2", 2));
    }

    @Test
    void a_refused_batch_leaves_no_name_behind() {
        assertThat(asked(caps(2, 9), pair("a", "0"), pair("b", "0"), pair("c", "0")))
                .isInstanceOf(Admission.OverQueues.class);

        assertThat(registry.pairs()).isZero();
        admitted(caps(2, 9), pair("x", "0"), pair("y", "0"));
    }

    @Test
    void what_the_broker_refused_frees_its_place() {
        admitted(caps(1, 1), pair("a", "0")).release();

        admitted(caps(1, 1), pair("b", "0"));
    }

    @Test
    void a_name_that_a_second_request_holds_survives_the_release_of_the_first() {
        Reservation first = admitted(caps(1, 1), pair("a", "0"));
        Reservation second = admitted(caps(1, 1), pair("a", "0"));
        first.release();

        assertThat(asked(caps(1, 1), pair("b", "0"))).isInstanceOf(Admission.OverQueues.class);
        second.release();
        admitted(caps(1, 1), pair("b", "0"));
    }

    @Test
    void a_stored_name_is_not_forgotten_by_the_failure_of_another_request() {
        Reservation first = admitted(caps(1, 1), pair("a", "0"));
        Reservation second = admitted(caps(1, 1), pair("a", "0"));
        second.keep();
        first.release();

        assertThat(registry.reserve(CLUSTER, List.of(pair("a", "0")), Set.of(), caps(1, 1)))
                .isEqualTo(new Admission.Admitted(Reservation.NOTHING));
    }

    @Test
    void settling_twice_changes_nothing() {
        Reservation reservation = admitted(caps(1, 1), pair("a", "0"));
        reservation.keep();
        reservation.release();

        assertThat(asked(caps(1, 1), pair("b", "0"))).isInstanceOf(Admission.OverQueues.class);
    }

    @Test
    void a_pop_of_an_unknown_queue_takes_a_place_among_the_queues() {
        admitted(caps(1, 9), pair("a", "0")).keep();

        assertThat(registry.reserve(CLUSTER, List.of(), Set.of("b"), caps(1, 9)))
                .isEqualTo(new Admission.OverQueues("b", 1));
        assertThat(registry.reserve(CLUSTER, List.of(), Set.of("a"), caps(1, 9)))
                .isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void after_a_restart_a_queue_at_its_cap_takes_pushes_to_the_partitions_it_has() {
        var queues = new ClusterQueues();
        queues.reload(Map.of("a", 2), queues.now());
        List<QueuePartition> first = List.of(pair("a", "0"));
        List<QueuePartition> second = List.of(pair("a", "1"));

        assertThat(queues.reserve(first, Set.of(), caps(1, 2)).over()).isEmpty();
        Map<String, Integer> written = new HashMap<>();
        queues.confirm(first, Set.of(), written::put);
        assertThat(written).containsEntry("a", 2);
        assertThat(queues.reserve(second, Set.of(), caps(1, 2)).over()).isEmpty();
        queues.confirm(second, Set.of(), written::put);
        assertThat(queues.reserve(List.of(pair("a", "2")), Set.of(), caps(1, 2)).over())
                .contains(new Admission.OverPartitions("a", "2", 2));
    }

    @Test
    void a_partition_whose_answer_is_still_out_must_not_be_counted_in_the_row_of_its_queue() {
        var queues = new ClusterQueues();
        List<QueuePartition> first = List.of(pair("a", "0"));
        List<QueuePartition> second = List.of(pair("a", "1"));
        queues.reserve(first, Set.of(), Caps.NONE);
        queues.reserve(second, Set.of("a"), Caps.NONE);
        Map<String, Integer> written = new HashMap<>();
        queues.confirm(first, Set.of(), written::put);
        assertThat(written).containsEntry("a", 1);

        queues.release(second, Set.of("a"));
        queues.reserve(second, Set.of(), Caps.NONE);
        queues.confirm(second, Set.of(), written::put);
        assertThat(written).containsEntry("a", 2);
    }

    @Test
    void a_pop_that_made_a_queue_must_not_count_partitions_whose_answers_are_still_out() {
        var queues = new ClusterQueues();
        queues.reserve(List.of(pair("a", "0")), Set.of(), Caps.NONE);
        queues.reserve(List.of(), Set.of("a"), Caps.NONE);
        Map<String, Integer> written = new HashMap<>();
        queues.confirm(List.of(), Set.of("a"), written::put);

        assertThat(written).containsEntry("a", 0);
    }

    @Test
    void after_a_downgrade_below_what_exists_the_known_queues_stay_usable() {
        var queues = new ClusterQueues();
        queues.reload(Map.of("a", 1, "b", 1, "c", 1), queues.now());

        assertThat(queues.over(List.of(pair("a", "Default")), Set.of(), caps(1, 5)))
                .isEmpty();
        assertThat(queues.over(List.of(pair("d", "Default")), Set.of(), caps(1, 5)))
                .contains(new Admission.OverQueues("d", 1));
    }

    @Test
    void a_reload_forgets_deleted_queues_and_keeps_those_whose_answer_is_still_out() {
        var queues = new ClusterQueues();
        queues.reload(Map.of("gone", 1), queues.now());
        queues.reserve(List.of(pair("pending", "0")), Set.of(), Caps.NONE);
        queues.reload(Map.of(), queues.now());

        assertThat(queues.over(List.of(pair("x", "0")), Set.of(), caps(2, 1))).isEmpty();
        assertThat(queues.over(List.of(pair("x", "0"), pair("y", "0")), Set.of(), caps(2, 1)))
                .isPresent();
    }

    @Test
    void a_reload_must_not_forget_what_was_made_while_the_rows_were_read() {
        var queues = new ClusterQueues();
        long since = queues.now();
        List<QueuePartition> made = List.of(pair("made", "0"));
        queues.reserve(made, Set.of("popped"), Caps.NONE);
        queues.confirm(made, Set.of("popped"), (_, _) -> {});
        queues.reload(Map.of(), since);

        assertThat(queues.knows(made, Set.of("popped"))).isTrue();
        queues.reload(Map.of(), queues.now());
        assertThat(queues.size()).isZero();
    }

    @Test
    void a_reload_between_the_answer_and_its_record_must_not_forget_the_queue() throws InterruptedException {
        var queues = new ClusterQueues();
        List<QueuePartition> made = List.of(pair("made", "0"));
        Map<String, Integer> pending = new ConcurrentHashMap<>();
        Thread reload = Thread.ofPlatform().unstarted(() -> {
            long since = queues.now();
            queues.reload(Map.copyOf(pending), since);
        });
        queues.reserve(made, Set.of(), Caps.NONE);
        queues.confirm(made, Set.of(), (queue, count) -> {
            reload.start();
            Awaitility.await().until(() -> !reload.isAlive() || reload.getState() == Thread.State.WAITING);
            pending.put(queue, count);
        });
        reload.join();

        assertThat(queues.knows(made, Set.of())).isTrue();
    }

    @Test
    void a_database_that_hangs_must_not_hold_up_admission() {
        List<Runnable> never = new ArrayList<>();
        var hanging = new QueueRegistry(Optional.empty(), SILENT, never::add, System::nanoTime);
        var decided = new CountDownLatch(2);

        hanging.whenLoaded(CLUSTER, decided::countDown);
        hanging.whenLoaded(CLUSTER, decided::countDown);

        Awaitility.await().until(() -> decided.getCount() == 0);
        assertThat(never).hasSize(1);
    }

    /// A database that says nothing but its failure.
    static Queues failing() {
        var failing = (DataSource) Proxy.newProxyInstance(
                QueueRegistryTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (_, method, _) -> {
                    if (method.getName().equals("getConnection")) {
                        throw new SQLException("nobody answers");
                    }
                    return null;
                });
        return new Queues(Pxdb.over(failing, RegistryRows.ALL));
    }

    @Test
    void a_load_that_failed_must_not_count_as_an_empty_cluster() {
        List<Runnable> loads = new ArrayList<>();
        var nanos = new AtomicLong();
        var away = new QueueRegistry(
                Optional.of(failing()),
                SILENT,
                task -> {
                    loads.add(task);
                    task.run();
                },
                nanos::get);
        away.of(CLUSTER).reload(Map.of("a", 1), away.of(CLUSTER).now());
        var decided = new AtomicInteger();
        try (var log = new HeardLog()) {
            away.whenLoaded(CLUSTER, decided::incrementAndGet);

            assertThat(log.lines("registry_unloaded"))
                    .singleElement()
                    .asString()
                    .contains("cluster=" + CLUSTER);
        }
        assertThat(away.over(CLUSTER, List.of(pair("b", "0")), Set.of(), caps(1, 9)))
                .as("what was known before the failure")
                .contains(new Admission.OverQueues("b", 1));

        nanos.addAndGet(Duration.ofSeconds(1).toNanos() - 1);
        away.whenLoaded(CLUSTER, decided::incrementAndGet);
        assertThat(loads).as("within a second of the failure").hasSize(1);
        nanos.incrementAndGet();
        away.whenLoaded(CLUSTER, decided::incrementAndGet);
        assertThat(loads).as("after it").hasSize(2);
        assertThat(decided).as("nobody is held up").hasValue(3);
    }

    @Test
    void a_change_makes_the_next_admission_read_again() {
        List<Runnable> loads = new ArrayList<>();
        var changing = new QueueRegistry(
                Optional.empty(),
                SILENT,
                task -> {
                    loads.add(task);
                    task.run();
                },
                System::nanoTime);
        changing.whenLoaded(CLUSTER, () -> {});
        changing.whenLoaded(CLUSTER, () -> {});
        assertThat(loads).hasSize(1);
        changing.clusterChanged(CLUSTER);
        changing.whenLoaded(CLUSTER, () -> {});

        assertThat(loads).hasSize(2);
    }

    /// A queue at its cap whose names nobody has seen here: the state after a restart.
    private static QueueRegistry restarted(PartitionNames broker) {
        var restarted = new QueueRegistry(Optional.empty(), broker, Runnable::run, System::nanoTime);
        restarted.of(CLUSTER).reload(Map.of("a", 2), restarted.of(CLUSTER).now());
        return restarted;
    }

    private static ClusterContext context() {
        return new ClusterContext(
                CLUSTER,
                CLUSTER,
                CLUSTER,
                "acme",
                "http://127.0.0.1:1",
                CellSecret.none(),
                EffectiveStatus.ACTIVE,
                EffectiveLimits.unlimited(),
                Features.none());
    }

    @Test
    void a_full_queue_whose_names_were_never_seen_is_looked_up_before_anybody_decides() {
        var restarted = restarted((_, _) -> Optional.of(Set.of("0", "1")));
        List<QueuePartition> known = List.of(pair("a", "1"));
        List<QueuePartition> unknown = List.of(pair("a", "2"));

        assertThatThrownBy(() -> restarted.requireSeen(CLUSTER, known, caps(1, 2)))
                .isInstanceOfSatisfying(PartitionsUnseen.class, unseen -> restarted.see(context(), unseen.queues()));

        restarted.requireSeen(CLUSTER, known, caps(1, 2));
        assertThat(restarted.over(CLUSTER, known, Set.of(), caps(1, 2))).isEmpty();
        assertThat(restarted.over(CLUSTER, unknown, Set.of(), caps(1, 2)))
                .contains(new Admission.OverPartitions("a", "2", 2));
    }

    private static void keep(QueueRegistry registry, Caps caps, QueuePartition pair) {
        registry.requireSeen(CLUSTER, List.of(pair), caps);
        Admission admission = registry.reserve(CLUSTER, List.of(pair), Set.of(), caps);
        assertThat(admission).isInstanceOf(Admission.Admitted.class);
        ((Admission.Admitted) admission).reservation().keep();
    }

    @Test
    void a_queue_below_its_cap_must_not_pass_it_because_its_names_were_forgotten() {
        var restarted = restarted((_, _) -> Optional.of(Set.of("0", "1", "x")));
        keep(restarted, caps(1, 3), pair("a", "x"));

        List<QueuePartition> next = List.of(pair("a", "y"));
        assertThatThrownBy(() -> restarted.requireSeen(CLUSTER, next, caps(1, 3)))
                .isInstanceOfSatisfying(PartitionsUnseen.class, unseen -> restarted.see(context(), unseen.queues()));

        assertThat(restarted.over(CLUSTER, next, Set.of(), caps(1, 3)))
                .contains(new Admission.OverPartitions("a", "y", 3));
        assertThat(restarted.over(CLUSTER, List.of(pair("a", "1")), Set.of(), caps(1, 3)))
                .isEmpty();
    }

    @Test
    void as_many_new_names_as_there_were_partitions_must_not_be_taken_for_their_names() {
        var restarted = restarted(SILENT);
        keep(restarted, caps(1, 4), pair("a", "x"));
        keep(restarted, caps(1, 4), pair("a", "y"));

        assertThatThrownBy(() -> restarted.requireSeen(CLUSTER, List.of(pair("a", "z")), caps(1, 4)))
                .isInstanceOf(PartitionsUnseen.class);
    }

    @Test
    void names_that_the_broker_counts_already_must_not_make_it_be_asked_for_ever() {
        var restarted = restarted(SILENT);
        keep(restarted, caps(1, 4), pair("a", "0"));
        keep(restarted, caps(1, 4), pair("a", "1"));

        restarted.of(CLUSTER).reconcile(Map.of("a", 2), Map.of("a", 2), 0, 1_000);
        restarted.of(CLUSTER).reconcile(Map.of("a", 2), Map.of("a", 2), 1_000, 1_000);

        keep(restarted, caps(1, 4), pair("a", "z"));
    }

    @Test
    void a_cluster_without_a_cap_is_never_looked_up() {
        restarted(SILENT).requireSeen(CLUSTER, List.of(pair("a", "2")), Caps.NONE);
    }

    @Test
    void a_broker_that_does_not_say_leaves_the_decision_to_the_names_seen() {
        var restarted = restarted(SILENT);
        restarted.see(context(), Set.of("a"));

        restarted.requireSeen(CLUSTER, List.of(pair("a", "1")), caps(1, 2));
        assertThat(restarted.over(CLUSTER, List.of(pair("a", "1")), Set.of(), caps(1, 2)))
                .isEmpty();
    }

    @Test
    void many_requests_ask_the_broker_once() throws InterruptedException {
        var asked = new AtomicInteger();
        var answer = new CountDownLatch(1);
        var restarted = restarted((_, _) -> {
            asked.incrementAndGet();
            await(answer);
            return Optional.of(Set.of("0", "1"));
        });
        var waiting = new ArrayList<Thread>();
        for (int i = 0; i < 8; i++) {
            waiting.add(Thread.ofVirtual().start(() -> restarted.see(context(), Set.of("a"))));
        }
        Awaitility.await().until(() -> asked.get() == 1);
        answer.countDown();
        for (Thread each : waiting) {
            each.join();
        }

        // whoever came after the answer asked again, nobody else
        assertThat(asked.get()).isLessThan(8);
        assertThat(restarted.over(CLUSTER, List.of(pair("a", "2")), Set.of(), caps(1, 2)))
                .isPresent();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
