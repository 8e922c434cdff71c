package queencell.proxy.registry;

import static queencell.log.Field.field;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import queencell.log.EventLog;
import queencell.proxy.cluster.Invalidation;
import queencell.proxy.inspect.QueuePartition;

/// Decides in memory which queues and partitions may come into being (pipeline, 7.9). Thread-safe; nothing here waits
/// for the database.
public final class QueueRegistry implements Invalidation {
    private static final EventLog LOG = EventLog.of("registry");
    private static final Duration RETRY_LOAD = Duration.ofSeconds(1);

    private final Optional<Queues> database;
    private final Persister persister;
    private final Executor executor;
    private final LongSupplier nanoClock;
    private final ConcurrentMap<UUID, Loaded> clusters = new ConcurrentHashMap<>();

    /// One cluster's queues and how current they are. Guarded by itself.
    private static final class Loaded {
        private final ClusterQueues queues = new ClusterQueues();
        private boolean current;
        private boolean loading;
        private long changes;
        private long retryAt;
        private List<Runnable> waiting = List.of();
    }

    /// @param database empty without one: every cluster starts without queues then
    /// @param executor where loads run; they block
    public QueueRegistry(Optional<Queues> database, Executor executor, LongSupplier nanoClock) {
        this.database = database;
        this.persister = new Persister(database);
        this.executor = executor;
        this.nanoClock = nanoClock;
    }

    public Persister persister() {
        return persister;
    }

    /// Runs `then` as soon as the cluster's rows are in memory: at once in this thread, or later in another. Also when
    /// they cannot be loaded; then decisions are made on what is known (A22).
    public void whenLoaded(UUID cluster, Runnable then) {
        Loaded mine = clusters.computeIfAbsent(cluster, _ -> new Loaded());
        boolean start = false;
        boolean wait = true;
        synchronized (mine) {
            if (mine.current || !mine.loading && nanoClock.getAsLong() - mine.retryAt < 0) {
                wait = false;
            } else {
                mine.waiting = append(mine.waiting, then);
                start = !mine.loading;
                mine.loading = true;
            }
        }
        if (!wait) {
            then.run();
        } else if (start) {
            executor.execute(() -> load(cluster, mine));
        }
    }

    private static List<Runnable> append(List<Runnable> list, Runnable last) {
        var longer = new java.util.ArrayList<>(list);
        longer.add(last);
        return longer;
    }

    private void load(UUID cluster, Loaded mine) {
        long changesBefore;
        synchronized (mine) {
            changesBefore = mine.changes;
        }
        boolean loaded = false;
        try {
            Map<String, Integer> floors =
                    new HashMap<>(database.map(rows -> rows.of(cluster)).orElse(Map.of()));
            persister.pendingOf(cluster).forEach((queue, count) -> floors.merge(queue, count, Math::max));
            mine.queues.reload(floors);
            loaded = true;
        } catch (RuntimeException silent) {
            LOG.warn("registry_unloaded", silent, field("cluster", cluster));
        } finally {
            List<Runnable> waiting;
            synchronized (mine) {
                mine.loading = false;
                mine.current = loaded && mine.changes == changesBefore;
                mine.retryAt = nanoClock.getAsLong() + (loaded ? 0 : RETRY_LOAD.toNanos());
                waiting = mine.waiting;
                mine.waiting = List.of();
            }
            waiting.forEach(Runnable::run);
        }
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

    private ClusterQueues queuesOf(UUID cluster) {
        return clusters.computeIfAbsent(cluster, _ -> new Loaded()).queues;
    }

    /// How many partitions are known, over all clusters.
    public long pairs() {
        return clusters.values().stream().mapToLong(each -> each.queues.pairs()).sum();
    }

    /// Queues named by a pop, which creates a queue and no partition (A32).
    public static Set<String> bare(String queue) {
        return Set.of(queue);
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
