package queencell.proxy.registry;

import static queencell.log.Field.field;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import queencell.log.EventLog;

/// Writes counts behind the requests, one row per queue with the highest count (pipeline, 8). Thread-safe.
public final class Persister {
    private static final EventLog LOG = EventLog.of("registry");

    /// Writes nowhere: what a proxy without a database has.
    static final Persister NONE = new Persister(Optional.empty());

    private final Optional<Queues> queues;
    private final ConcurrentMap<Row, Integer> pending = new ConcurrentHashMap<>();

    /// What one row is found by. The name is the sender's choice: the order is for hash tables, where names of one hash
    /// are found by it, instead of being compared each with each.
    record Row(UUID cluster, String queue) implements Comparable<Row> {
        @Override
        public int compareTo(Row other) {
            int byCluster = cluster.compareTo(other.cluster);
            return byCluster == 0 ? queue.compareTo(other.queue) : byCluster;
        }
    }

    Persister(Optional<Queues> queues) {
        this.queues = queues;
    }

    void enqueue(UUID cluster, String queue, int count) {
        if (queues.isPresent()) {
            pending.merge(new Row(cluster, queue), count, Math::max);
        }
    }

    /// Whether something of this cluster has not been written yet.
    boolean holds(UUID cluster) {
        return pending.keySet().stream().anyMatch(row -> row.cluster().equals(cluster));
    }

    /// What has not been written yet of this cluster.
    Map<String, Integer> pendingOf(UUID cluster) {
        Map<String, Integer> counts = new HashMap<>();
        pending.forEach((row, count) -> {
            if (row.cluster().equals(cluster)) {
                counts.put(row.queue(), count);
            }
        });
        return counts;
    }

    /// Writes nothing, as everything will be written; loads the classes that the last flush needs, which cannot be
    /// loaded any more when the container stops.
    public void rehearse() {
        queues.ifPresent(rows -> rows.raise(Map.of()));
    }

    /// Writes what is pending. Rows leave the pending set only once they are written, so that a reload in between
    /// misses none; after a failure they wait for the next call.
    ///
    /// @return whether nothing is left that could have been written
    public boolean flush() {
        // no Map.copyOf, which knows nothing of the order of rows
        Map<Row, Integer> batch = new HashMap<>(pending);
        if (batch.isEmpty() || queues.isEmpty()) {
            return true;
        }
        try {
            queues.get().raise(batch);
            batch.forEach(pending::remove);
            return true;
        } catch (RuntimeException silent) {
            LOG.warn("registry_unwritten", silent, field("rows", batch.size()));
            return false;
        }
    }

    public int pendingRows() {
        return pending.size();
    }
}
