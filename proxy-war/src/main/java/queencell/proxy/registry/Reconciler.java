package queencell.proxy.registry;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import queencell.broker.QueueListing;
import queencell.broker.Reply;
import queencell.log.EventLog;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.limit.StorageAccounts;
import queencell.task.SideBySide;

/// Compares what is known of each cluster with its broker's own listing (pipeline, 8; control plane, 15.1): counts,
/// names that are gone, bytes that are stored. One run at a time; blocks.
///
/// A broker that does not answer, or not with a listing, changes nothing. A listing without queues is a listing.
public final class Reconciler {
    private static final EventLog LOG = EventLog.of("registry");
    private static final int AT_ONCE = 8;
    /// The broker counts partitions anew every ten seconds; three times that is certainly no old figure.
    private static final Duration LOWER_COUNT_PATIENCE = Duration.ofSeconds(30);

    private final Supplier<List<ClusterContext>> clusters;
    private final Function<ClusterContext, Reply<QueueListing>> listings;
    private final QueueRegistry registry;
    private final Queues rows;
    private final StorageAccounts storage;
    private final LongSupplier nanoClock;
    private final Counter failures;
    private final Set<UUID> warnedOfOldCell = ConcurrentHashMap.newKeySet();

    Reconciler(
            Supplier<List<ClusterContext>> clusters,
            Function<ClusterContext, Reply<QueueListing>> listings,
            QueueRegistry registry,
            Queues rows,
            StorageAccounts storage,
            LongSupplier nanoClock,
            MeterRegistry metrics) {
        this.clusters = clusters;
        this.listings = listings;
        this.registry = registry;
        this.rows = rows;
        this.storage = storage;
        this.nanoClock = nanoClock;
        this.failures = Counter.builder("queen_proxy_reconcile_failures")
                .description("Clusters whose broker or rows could not be read in a reconcile")
                .register(metrics);
    }

    /// One pass over all clusters, eight at a time; the failure of one leaves the others alone.
    ///
    /// @return whether every cluster was compared
    /// @throws RuntimeException when the database does not say which clusters there are
    boolean run() {
        // before the list is read: what comes up meanwhile is not in it, and keeps what it has pushed
        Set<UUID> measured = storage.known();
        Set<UUID> registered = registry.known();
        List<ClusterContext> all = clusters.get();
        var failed = new AtomicInteger();
        SideBySide.forEach(all, AT_ONCE, cluster -> {
            try {
                compare(cluster);
            } catch (RuntimeException fault) {
                failed.incrementAndGet();
                failures.increment();
                LOG.warn("cluster_unreconciled", fault, field("cluster", cluster.slug()));
            }
        });
        Set<UUID> listed = all.stream().map(ClusterContext::id).collect(Collectors.toSet());
        measured.removeAll(listed);
        storage.forget(measured);
        registered.removeAll(listed);
        registry.forget(registered);
        return failed.get() == 0;
    }

    private void compare(ClusterContext cluster) {
        if (cluster.limits().maxRetainedBytes().isEmpty()) {
            // needs no measurement, so that a silent broker keeps nobody blocked
            storage.lift(cluster.id());
        }
        ClusterQueues memory = registry.of(cluster.id());
        // both before the broker is asked: what comes into being meanwhile is not in its listing, and must stay
        long asked = memory.now();
        Map<String, Integer> stored = rows.of(cluster.id());
        QueueListing listing = switch (listings.apply(cluster)) {
            case Reply.Answered<QueueListing>(QueueListing answer) -> answer;
            case Reply.Absent<QueueListing>(String text) -> throw new IllegalStateException(text);
            case Reply.Failed<QueueListing>(var failure) -> throw new IllegalStateException(failure.text());
        };
        // first: rows that cannot be written are no reason to forget what was measured
        measure(cluster, listing);
        sync(cluster, memory, asked, stored, listing);
    }

    private void sync(
            ClusterContext cluster,
            ClusterQueues memory,
            long asked,
            Map<String, Integer> stored,
            QueueListing listing) {
        Map<String, Integer> listed = new HashMap<>();
        listing.queues().forEach(row -> listed.merge(row.name(), Math.max(0, row.partitions()), Math::max));
        Map<String, Integer> changed =
                memory.reconcile(listed, stored, nanoClock.getAsLong(), LOWER_COUNT_PATIENCE.toNanos());
        Set<String> gone = new HashSet<>(stored.keySet());
        gone.removeAll(listed.keySet());
        gone.removeAll(memory.busySince(asked));
        if (!changed.isEmpty() || !gone.isEmpty()) {
            rows.reconcile(cluster.id(), stored, changed, gone);
        }
        memory.prune(listed.keySet(), asked);
    }

    private void measure(ClusterContext cluster, QueueListing listing) {
        if (!listing.extrasKnown() && warnedOfOldCell.add(cluster.id())) {
            LOG.warn(
                    "cell_without_kv_sizes",
                    field("cluster", cluster.slug()),
                    field("effect", "kv and timers count as 0 bytes against max_retained_bytes"));
        }
        listing.storedBytes()
                .ifPresent(total ->
                        storage.report(cluster.id(), total, cluster.limits().maxRetainedBytes()));
    }
}
