package queencell.proxy.registry;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import queencell.proxy.inspect.QueuePartition;

/// What one request added to the registry of its cluster, until the broker's answer is known. Settled once.
public final class Reservation {
    /// For requests that named nothing new.
    public static final Reservation NOTHING = new Reservation();

    private final Optional<ClusterQueues> queues;
    private final UUID cluster;
    private final List<QueuePartition> pairs;
    private final Set<String> bareQueues;
    private final Persister persister;
    private final AtomicBoolean settled = new AtomicBoolean();

    private Reservation() {
        this.queues = Optional.empty();
        this.cluster = new UUID(0, 0);
        this.pairs = List.of();
        this.bareQueues = Set.of();
        this.persister = Persister.NONE;
        settled.set(true);
    }

    Reservation(
            ClusterQueues queues,
            UUID cluster,
            List<QueuePartition> pairs,
            Set<String> bareQueues,
            Persister persister) {
        this.queues = Optional.of(queues);
        this.cluster = cluster;
        this.pairs = List.copyOf(pairs);
        this.bareQueues = Set.copyOf(bareQueues);
        this.persister = persister;
    }

    public boolean isEmpty() {
        return pairs.isEmpty() && bareQueues.isEmpty();
    }

    /// The broker made them, or may have: a 2xx, or no answer at all (A6, A40).
    public void keep() {
        if (settled.compareAndSet(false, true)) {
            queues.ifPresent(mine ->
                    mine.confirm(pairs, bareQueues, (queue, count) -> persister.enqueue(cluster, queue, count)));
        }
    }

    /// The broker refused: what nobody else reserved too is forgotten again.
    public void release() {
        if (settled.compareAndSet(false, true)) {
            queues.ifPresent(mine -> mine.release(pairs, bareQueues));
        }
    }
}
