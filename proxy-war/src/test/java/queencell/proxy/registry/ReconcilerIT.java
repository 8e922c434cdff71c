package queencell.proxy.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.broker.CallFailure;
import queencell.broker.QueueListing;
import queencell.broker.Reply;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.Clusters;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.inspect.QueuePartition;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;

/// Against a real PostgreSQL; the broker's listing is what the test says (pipeline, 8 and 7.11).
class ReconcilerIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Pxdb PXDB = SERVER.shared();

    private final AtomicLong now = new AtomicLong();
    private final StorageAccounts storage = new StorageAccounts();
    private final PushBlocks blocks = new PushBlocks(storage);
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private QueueRegistry registry;
    private Queues rows;
    private ClusterContext cluster;
    private Function<ClusterContext, Reply<QueueListing>> broker = _ -> listing(OptionalLong.empty(), Map.of());
    private boolean clusterIsListed = true;

    @BeforeEach
    void make() {
        UUID id = SERVER.cluster("reconciled-" + NUMBER.incrementAndGet());
        cluster = new Clusters(PXDB, Optional.empty()).byId(id).orElseThrow();
        rows = new Queues(PXDB);
        registry = new QueueRegistry(Optional.of(rows), (_, _) -> Optional.empty(), Runnable::run, now::get);
    }

    private static Reply<QueueListing> listing(OptionalLong bytes, Map<String, Integer> queues) {
        List<QueueListing.Row> rows = new ArrayList<>();
        queues.forEach((name, partitions) -> rows.add(new QueueListing.Row(name, "", "", partitions, 0, 0, 0, 0)));
        return new Reply.Answered<>(new QueueListing(rows, new QueueListing.Usage(0, 0, 0, 0), true, bytes, true));
    }

    private boolean run() {
        return new Reconciler(
                        () -> clusterIsListed ? List.of(cluster) : List.of(),
                        each -> broker.apply(each),
                        registry,
                        rows,
                        storage,
                        now::get,
                        metrics)
                .run();
    }

    private void admit(String queue, String partition) {
        var admission =
                registry.reserve(cluster.id(), List.of(new QueuePartition(queue, partition)), Set.of(), Caps.NONE);
        ((Admission.Admitted) admission).reservation().keep();
        registry.persister().flush();
    }

    private boolean admits(String queue, String partition, long queues, long partitions) {
        return registry.over(
                        cluster.id(),
                        List.of(new QueuePartition(queue, partition)),
                        Set.of(),
                        new Caps(OptionalLong.of(queues), OptionalLong.of(partitions)))
                .isEmpty();
    }

    @Test
    void the_brokers_counts_are_written_and_known() {
        broker = _ -> listing(OptionalLong.empty(), Map.of("a", 3));

        assertThat(run()).isTrue();
        assertThat(rows.of(cluster.id())).isEqualTo(Map.of("a", 3));
        assertThat(registry.countsOf(cluster.id()).queues()).isEqualTo(1);
    }

    @Test
    void queues_that_the_broker_does_not_have_any_more_free_their_places() {
        admit("a", "0");
        admit("b", "0");
        assertThat(admits("c", "0", 2, 9)).isFalse();
        broker = _ -> listing(OptionalLong.empty(), Map.of());

        run();

        assertThat(rows.of(cluster.id())).isEmpty();
        assertThat(admits("c", "0", 2, 9)).isTrue();
    }

    @Test
    void a_queue_that_comes_into_being_while_the_broker_answers_is_not_swept() {
        broker = _ -> {
            admit("new", "0");
            return listing(OptionalLong.empty(), Map.of());
        };

        run();

        assertThat(rows.of(cluster.id())).containsOnlyKeys("new");
        assertThat(admits("other", "0", 1, 9)).isFalse();
    }

    @Test
    void a_cluster_that_comes_up_during_a_pass_keeps_what_it_has_pushed() {
        UUID newcomer = new UUID(7, 7);
        broker = _ -> {
            storage.accept(newcomer, 500);
            return listing(OptionalLong.empty(), Map.of());
        };
        run();
        assertThat(storage.of(newcomer).inFlightBytes()).isEqualTo(500);

        broker = _ -> listing(OptionalLong.empty(), Map.of());
        run();
        assertThat(storage.of(newcomer).inFlightBytes()).isZero();
    }

    @Test
    void a_broker_that_does_not_answer_changes_nothing() {
        admit("a", "0");
        storage.report(cluster.id(), 2, OptionalLong.of(1));
        storage.pump(blocks);
        broker = _ -> new Reply.Failed<>(new CallFailure.Unavailable("gone"));

        assertThat(run()).isFalse();
        storage.pump(blocks);

        assertThat(rows.of(cluster.id())).containsOnlyKeys("a");
        assertThat(blocks.blockedByStorage()).containsExactly(cluster.id());
        assertThat(metrics.get("queen_proxy_reconcile_failures").counter().count())
                .isEqualTo(1);
    }

    @Test
    void the_zero_that_a_cached_listing_shows_for_a_new_queue_lowers_nothing() {
        admit("a", "0");
        admit("a", "1");
        broker = _ -> listing(OptionalLong.empty(), Map.of("a", 0));
        run();
        run();
        assertThat(rows.of(cluster.id())).isEqualTo(Map.of("a", 2));

        // the broker insists: it was deleted and made again
        now.addAndGet(Duration.ofSeconds(31).toNanos());
        run();
        assertThat(rows.of(cluster.id())).isEqualTo(Map.of("a", 0));
        assertThat(admits("a", "x", 9, 1)).isTrue();
    }

    @Test
    void what_another_proxy_has_just_made_is_lowered_by_a_listing_that_is_late() {
        broker = _ -> listing(OptionalLong.empty(), Map.of("a", 0));
        run();
        // another proxy raises the row: before a pass of this one, and in the middle of one
        rows.raise(Map.of(new Persister.Row(cluster.id(), "a"), 1));
        run();
        assertThat(rows.of(cluster.id())).isEqualTo(Map.of("a", 1));

        now.addAndGet(Duration.ofSeconds(31).toNanos());
        broker = _ -> {
            rows.raise(Map.of(new Persister.Row(cluster.id(), "a"), 2));
            return listing(OptionalLong.empty(), Map.of("a", 0));
        };
        run();
        assertThat(rows.of(cluster.id())).isEqualTo(Map.of("a", 2));

        // the broker insists
        broker = _ -> listing(OptionalLong.empty(), Map.of("a", 0));
        run();
        now.addAndGet(Duration.ofSeconds(31).toNanos());
        run();
        assertThat(rows.of(cluster.id())).isEqualTo(Map.of("a", 0));
    }

    @Test
    void bytes_block_above_the_cap_and_release_at_nine_tenths() {
        long cap = cluster.limits().maxRetainedBytes().orElseThrow();
        for (var step : List.of(
                Map.entry(cap, false),
                Map.entry(cap + 1, true),
                Map.entry(cap / 10 * 9 + cap % 10 * 9 / 10 + 1, true),
                Map.entry(cap / 10 * 9, false))) {
            broker = _ -> listing(OptionalLong.of(step.getKey()), Map.of());
            run();
            storage.pump(blocks);
            assertThat(blocks.blockedByStorage().contains(cluster.id()))
                    .as("%d of %d", step.getKey(), cap)
                    .isEqualTo(step.getValue());
        }
    }

    @Test
    void a_cluster_that_is_not_listed_any_more_is_released() {
        broker = _ -> listing(OptionalLong.of(Long.MAX_VALUE), Map.of());
        run();
        storage.pump(blocks);
        assertThat(blocks.blockedByStorage()).containsExactly(cluster.id());
        clusterIsListed = false;

        run();
        storage.pump(blocks);
        assertThat(blocks.blockedByStorage()).isEmpty();
    }

    @Test
    void a_cap_that_was_lifted_must_not_block_because_nobody_says_what_is_stored() {
        for (var silent : List.<Reply<QueueListing>>of(
                listing(OptionalLong.empty(), Map.of()), new Reply.Failed<>(new CallFailure.Unavailable("gone")))) {
            limit("{\"max_retained_bytes\": 10}");
            broker = _ -> listing(OptionalLong.of(11), Map.of());
            run();
            storage.pump(blocks);
            assertThat(blocks.blockedByStorage()).containsExactly(cluster.id());

            limit("{\"max_retained_bytes\": null}");
            broker = _ -> silent;
            run();
            storage.pump(blocks);
            assertThat(blocks.blockedByStorage()).as("%s", silent).isEmpty();
        }
    }

    private void limit(String json) {
        SERVER.value("select queen_proxy.set_limit_override('%s', '%s')".formatted(cluster.id(), json));
        cluster = new Clusters(PXDB, Optional.empty()).byId(cluster.id()).orElseThrow();
    }

    @Test
    void rows_that_cannot_be_written_must_not_hide_what_was_measured() {
        SERVER.execute("alter table queen_proxy.queues add constraint no_new_rows check (name <> 'refused')");
        broker = _ -> listing(OptionalLong.of(Long.MAX_VALUE), Map.of("refused", 1));
        try {
            assertThat(run()).isFalse();
        } finally {
            SERVER.execute("alter table queen_proxy.queues drop constraint no_new_rows");
        }
        storage.pump(blocks);

        assertThat(blocks.blockedByStorage()).containsExactly(cluster.id());
    }

    @Test
    void a_cluster_that_is_gone_must_not_stay_in_memory() {
        admit("a", "0");
        clusterIsListed = false;
        run();

        assertThat(registry.known()).isEmpty();
        // it comes back, with what the database knows of it
        registry.whenLoaded(cluster.id(), () -> {});
        assertThat(admits("b", "0", 1, 9)).isFalse();
    }

    @Test
    void a_cluster_that_is_gone_must_not_take_along_what_a_request_holds_or_what_is_unwritten() {
        var admission = registry.reserve(cluster.id(), List.of(new QueuePartition("a", "0")), Set.of(), Caps.NONE);
        var reservation = ((Admission.Admitted) admission).reservation();
        clusterIsListed = false;
        run();
        assertThat(registry.known()).as("held").containsExactly(cluster.id());
        reservation.keep();
        run();
        assertThat(registry.known()).as("unwritten").containsExactly(cluster.id());
        registry.persister().flush();
        run();

        assertThat(registry.known()).isEmpty();
    }

    @Test
    void a_listing_without_sizes_must_not_release_anybody() {
        broker = _ -> listing(OptionalLong.of(Long.MAX_VALUE), Map.of());
        run();
        broker = _ -> listing(OptionalLong.empty(), Map.of());
        run();
        storage.pump(blocks);

        assertThat(blocks.blockedByStorage()).containsExactly(cluster.id());
    }

    @Test
    void a_database_that_does_not_say_which_clusters_there_are_ends_the_pass() {
        var silent = new Reconciler(
                () -> {
                    throw new IllegalStateException("gone");
                },
                each -> broker.apply(each),
                registry,
                rows,
                storage,
                now::get,
                metrics);

        assertThatThrownBy(silent::run).hasMessage("gone");
    }
}
