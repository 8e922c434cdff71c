package queencell.proxy.registry;

import static queencell.log.Field.field;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import queencell.log.EventLog;
import queencell.proxy.cluster.ClusterContext;

/// Looks at the broker's partitions of a cluster's full queues, each queue once however many requests wait for it (A5).
/// Thread-safe.
final class PartitionSight {
    private static final EventLog LOG = EventLog.of("registry");
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final ClusterQueues queues;
    private final LongSupplier nanoClock;
    private final ConcurrentMap<String, CompletableFuture<Void>> asking = new ConcurrentHashMap<>();
    /// When each queue was last asked for, in nanoseconds.
    private final ConcurrentMap<String, Long> askedAt = new ConcurrentHashMap<>();

    PartitionSight(ClusterQueues queues, LongSupplier nanoClock) {
        this.queues = queues;
        this.nanoClock = nanoClock;
    }

    /// Whether the broker was asked a moment ago; what it did not say then it will not say now.
    boolean isRecent(String queue) {
        Long at = askedAt.get(queue);
        return at != null && nanoClock.getAsLong() - at < AGAIN.toNanos();
    }

    /// Asks for all of them, two seconds in all. Afterwards each is recent, whatever the broker said. Blocks.
    void look(ClusterContext cluster, Set<String> names, PartitionNames broker) {
        long end = nanoClock.getAsLong() + PATIENCE.toNanos();
        for (String name : names) {
            if (nanoClock.getAsLong() - end >= 0) {
                askedAt.put(name, nanoClock.getAsLong());
                continue;
            }
            var mine = new CompletableFuture<Void>();
            CompletableFuture<Void> running = asking.putIfAbsent(name, mine);
            if (running == null) {
                ask(cluster, name, broker, mine);
            } else {
                running.join();
            }
        }
    }

    private void ask(ClusterContext cluster, String name, PartitionNames broker, CompletableFuture<Void> over) {
        try {
            broker.of(cluster, name).ifPresent(found -> queues.see(name, found));
        } catch (RuntimeException silent) {
            LOG.warn("partitions_unseen", silent, field("cluster", cluster.slug()), field("queue", name));
        } finally {
            askedAt.put(name, nanoClock.getAsLong());
            asking.remove(name);
            over.complete(null);
        }
    }
}
