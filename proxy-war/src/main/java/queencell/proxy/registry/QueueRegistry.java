package queencell.proxy.registry;

import static queencell.log.Field.field;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import queencell.log.EventLog;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.Invalidation;
import queencell.proxy.inspect.QueuePartition;

/// Decides in memory which queues and partitions may come into being (pipeline, 7.9). Thread-safe; nothing here waits
/// for the database.
public final class QueueRegistry implements Invalidation {
    private static final EventLog LOG = EventLog.of("registry");
    private static final Duration RETRY_LOAD = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Optional<Queues> database;
    private final PartitionNames names;
    private final Persister persister;
    private final Executor executor;
    private final LongSupplier nanoClock;
    private final ConcurrentMap<UUID, Loaded> clusters = new ConcurrentHashMap<>();

    /// One cluster's queues and how current they are. Guarded by itself.
    private static final class Loaded {
        private final ClusterQueues queues = new ClusterQueues();
        private final PartitionSight sight;
        private boolean current;
        private long changes;
        private long retryAt;
        private Optional<Load> load = Optional.empty();

        Loaded(LongSupplier nanoClock) {
            sight = new PartitionSight(queues, nanoClock);
        }
    }

    private record Load(CompletableFuture<Void> done, long beganNanos) {}

    /// @param database empty without one: every cluster starts without queues then
    /// @param names asks a broker which partitions a queue has
    /// @param executor where loads run; they block
    public QueueRegistry(Optional<Queues> database, PartitionNames names, Executor executor, LongSupplier nanoClock) {
        this.database = database;
        this.names = names;
        this.persister = new Persister(database);
        this.executor = executor;
        this.nanoClock = nanoClock;
    }

    public Persister persister() {
        return persister;
    }

    /// Runs `then` as soon as the cluster's rows are in memory: at once in this thread, or later in another. A
    /// database that does not answer holds requests up for a moment only: decisions are then made on what is known
    /// (A22).
    public void whenLoaded(UUID cluster, Runnable then) {
        Loaded mine = loaded(cluster);
        Optional<Load> load = loadOf(cluster, mine);
        if (load.isEmpty()) {
            then.run();
            return;
        }
        long waited = nanoClock.getAsLong() - load.get().beganNanos();
        load.get()
                .done()
                .copy()
                .completeOnTimeout(null, Math.max(0, LONGEST_WAIT.toNanos() - waited), TimeUnit.NANOSECONDS)
                .thenRun(then);
    }

    /// The load that is under way, begun if it is due; empty if there is nothing to wait for.
    private Optional<Load> loadOf(UUID cluster, Loaded mine) {
        Load mineToRun;
        synchronized (mine) {
            if (mine.current) {
                return Optional.empty();
            }
            if (mine.load.isPresent()) {
                return mine.load;
            }
            if (nanoClock.getAsLong() - mine.retryAt < 0) {
                return Optional.empty();
            }
            mineToRun = new Load(new CompletableFuture<>(), nanoClock.getAsLong());
            mine.load = Optional.of(mineToRun);
        }
        executor.execute(() -> run(cluster, mine, mineToRun));
        return Optional.of(mineToRun);
    }

    private void run(UUID cluster, Loaded mine, Load load) {
        long changesBefore;
        synchronized (mine) {
            changesBefore = mine.changes;
        }
        boolean loaded = false;
        try {
            // in this order: what is confirmed later is newer than `since`, what is written later was pending, and what
            // was written before stands in the rows
            long since = mine.queues.now();
            Map<String, Integer> floors = new HashMap<>(persister.pendingOf(cluster));
            database.ifPresent(
                    rows -> rows.of(cluster).forEach((queue, count) -> floors.merge(queue, count, Math::max)));
            mine.queues.reload(floors, since);
            loaded = true;
        } catch (RuntimeException silent) {
            LOG.warn("registry_unloaded", silent, field("cluster", cluster));
        } finally {
            synchronized (mine) {
                mine.load = Optional.empty();
                mine.current = loaded && mine.changes == changesBefore;
                mine.retryAt = nanoClock.getAsLong() + (loaded ? 0 : RETRY_LOAD.toNanos());
            }
            load.done().complete(null);
        }
    }

    /// Passes when the names in memory are enough to decide on these pairs.
    ///
    /// @throws PartitionsUnseen when [#see] has to be called first; after that it passes, whatever the broker said
    public void requireSeen(UUID cluster, Collection<QueuePartition> pairs, Caps caps) {
        Loaded mine = loaded(cluster);
        Set<String> unseen = new HashSet<>(mine.queues.unseen(pairs, caps));
        unseen.removeIf(mine.sight::isRecent);
        if (!unseen.isEmpty()) {
            throw new PartitionsUnseen(unseen);
        }
    }

    /// Asks the broker for the partitions of these queues. Where it does not answer in two seconds, decisions are
    /// made on the names seen. Blocks.
    public void see(ClusterContext cluster, Set<String> queues) {
        loaded(cluster.id()).sight.look(cluster, queues, names);
    }

    /// The memory of one cluster, for the reconciler.
    ClusterQueues of(UUID cluster) {
        return queuesOf(cluster);
    }

    /// What would be over, without changing anything; the message bucket is asked between this and [#reserve].
    public Optional<Admission> over(
            UUID cluster, Collection<QueuePartition> pairs, Collection<String> bareQueues, Caps caps) {
        ClusterQueues queues = queuesOf(cluster);
        return queues.knows(pairs, bareQueues) ? Optional.empty() : queues.over(pairs, bareQueues, caps);
    }

    /// Takes everything new of a request in one step, or nothing.
    public Admission reserve(UUID cluster, Collection<QueuePartition> pairs, Collection<String> bareQueues, Caps caps) {
        ClusterQueues queues = queuesOf(cluster);
        if (queues.knows(pairs, bareQueues)) {
            return new Admission.Admitted(Reservation.NOTHING);
        }
        ClusterQueues.Reserved reserved = queues.reserve(pairs, bareQueues, caps);
        return reserved.over()
                .orElseGet(() -> new Admission.Admitted(
                        new Reservation(queues, cluster, reserved.pairs(), reserved.bareQueues(), persister)));
    }

    private Loaded loaded(UUID cluster) {
        return clusters.computeIfAbsent(cluster, _ -> new Loaded(nanoClock));
    }

    private ClusterQueues queuesOf(UUID cluster) {
        return loaded(cluster).queues;
    }

    /// What is known of one cluster.
    public Counts countsOf(UUID cluster) {
        ClusterQueues queues = queuesOf(cluster);
        return new Counts(queues.size(), queues.pairs());
    }

    public record Counts(int queues, long partitions) {}

    /// The clusters that stand in memory, in a set of the caller's own.
    Set<UUID> known() {
        return new HashSet<>(clusters.keySet());
    }

    /// Drops clusters that are gone. One that a request uses, or whose counts are not written yet, stays for the next
    /// time; one that comes back is read from the database again.
    void forget(Set<UUID> gone) {
        gone.forEach(cluster -> clusters.computeIfPresent(
                cluster, (_, mine) -> isInUse(mine) || persister.holds(cluster) ? mine : null));
    }

    private static boolean isInUse(Loaded mine) {
        synchronized (mine) {
            return mine.load.isPresent() || mine.queues.isReserved();
        }
    }

    /// How many partitions are known, over all clusters.
    public long pairs() {
        return clusters.values().stream().mapToLong(each -> each.queues.pairs()).sum();
    }

    @Override
    public void clusterChanged(UUID cluster) {
        Loaded mine = clusters.get(cluster);
        if (mine != null) {
            outdate(mine);
        }
    }

    @Override
    public void anythingMayHaveChanged() {
        clusters.values().forEach(QueueRegistry::outdate);
    }

    private static void outdate(Loaded mine) {
        synchronized (mine) {
            mine.current = false;
            mine.changes++;
        }
    }
}
