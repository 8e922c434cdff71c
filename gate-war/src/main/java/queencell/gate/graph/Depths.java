package queencell.gate.graph;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import queencell.broker.BrokerAdmin;
import queencell.broker.Depth;
import queencell.broker.QueueDetail;
import queencell.broker.Reply;

/// How much waits in a queue, for a group or at all (runtime, 17.4). Blocking; any thread.
///
/// Answers are kept for two seconds, failures included, so that an outage costs one request per period and queue.
public final class Depths {
    private static final long KEPT_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int MOST = 10_000;

    private final BrokerAdmin broker;
    private final LongSupplier nanoClock;
    private final Answers groups = new Answers();
    /// Apart from the groups: whoever reads for a group may read for its queue, never the other way round.
    private final Answers queues = new Answers();

    /// @param group empty for the queue as a whole
    private record Key(String queue, String group) {}

    private record Cached(Waiting waiting, long atNanos) {}

    /// What a depth read brought.
    public sealed interface Waiting {
        record Messages(long pending) implements Waiting {}

        record Unreadable(String text) implements Waiting {}
    }

    public Depths(BrokerAdmin broker, LongSupplier nanoClock) {
        this.broker = broker;
        this.nanoClock = nanoClock;
    }

    /// What a group owes on a queue, leased messages included.
    public Waiting ofGroup(String queue, String group) {
        return groups.of(new Key(queue, group), () -> group(queue, group)).waiting();
    }

    /// What waits in a queue at all: what its slowest group has not passed.
    public Waiting ofQueue(String queue) {
        return cachedQueue(queue).waiting();
    }

    private Cached cachedQueue(String queue) {
        return queues.of(new Key(queue, ""), () -> now(queue(queue)));
    }

    /// What was read, for as long as it is kept.
    private final class Answers {
        private final Map<Key, Cached> known = new ConcurrentHashMap<>();
        private final Object[] locks = Stream.generate(Object::new).limit(64).toArray();

        Cached of(Key key, Supplier<Cached> read) {
            if (known.size() > MOST) {
                known.clear();
            }
            Cached cached = known.get(key);
            if (fresh(cached)) {
                return cached;
            }
            // one reader a key: the others of this moment wait for its answer
            synchronized (locks[Math.floorMod(key.hashCode(), locks.length)]) {
                cached = known.get(key);
                if (!fresh(cached)) {
                    cached = read.get();
                    known.put(key, cached);
                }
                return cached;
            }
        }

        private boolean fresh(Cached cached) {
            return cached != null && nanoClock.getAsLong() - cached.atNanos() < KEPT_NANOS;
        }
    }

    private Cached now(Waiting waiting) {
        return new Cached(waiting, nanoClock.getAsLong());
    }

    private Cached group(String queue, String group) {
        return switch (broker.depth(queue, group)) {
            case Reply.Answered<Depth>(Depth depth) -> now(waiting(queue, depth));
            // no such queue, or a broker that has no depth route: the queue's own number can only be later, and is
            // asked for once, whichever of its groups comes first
            case Reply.Absent<Depth> absent -> cachedQueue(queue);
            case Reply.Failed<Depth> failed when noSuchRoute(failed) -> cachedQueue(queue);
            case Reply.Failed<Depth> failed ->
                now(new Waiting.Unreadable(failed.failure().text()));
        };
    }

    private static boolean noSuchRoute(Reply.Failed<?> failed) {
        return failed.failure() instanceof queencell.broker.CallFailure.Refused refused && refused.status() == 404;
    }

    private static Waiting waiting(String queue, Depth depth) {
        Set<String> partitions = new HashSet<>();
        for (Depth.Partition partition : depth.partitions()) {
            if (!partitions.add(partition.partition())) {
                return twice("depth", queue, partition.partition());
            }
        }
        return new Waiting.Messages(
                depth.partitions().stream().mapToLong(Depth.Partition::pending).sum());
    }

    private static Waiting waiting(String queue, QueueDetail detail) {
        long sum = 0;
        Set<String> partitions = new HashSet<>();
        for (QueueDetail.Partition partition : detail.partitions()) {
            if (!partitions.add(partition.name())) {
                return twice("detail", queue, partition.name());
            }
            if (partition.pending().isEmpty()) {
                return new Waiting.Unreadable(
                        "the detail of `%s` gives no depth of partition `%s`".formatted(queue, partition.name()));
            }
            sum += partition.pending().getAsLong();
        }
        return new Waiting.Messages(sum);
    }

    /// Whichever of the two counts, the sum would be wrong.
    private static Waiting twice(String what, String queue, String partition) {
        return new Waiting.Unreadable("the %s of `%s` names partition `%s` twice".formatted(what, queue, partition));
    }

    private Waiting queue(String queue) {
        return switch (broker.depth(queue)) {
            case Reply.Answered<Depth>(Depth depth) -> waiting(queue, depth);
            case Reply.Absent<Depth> absent -> detail(queue);
            case Reply.Failed<Depth> failed when noSuchRoute(failed) -> detail(queue);
            case Reply.Failed<Depth> failed ->
                new Waiting.Unreadable(failed.failure().text());
        };
    }

    /// What a broker without the depth route knows of a queue.
    private Waiting detail(String queue) {
        return switch (broker.queue(queue)) {
            case Reply.Answered<QueueDetail>(QueueDetail detail) -> waiting(queue, detail);
            // nobody has pushed yet
            case Reply.Absent<QueueDetail> absent -> new Waiting.Messages(0);
            case Reply.Failed<QueueDetail> failed ->
                new Waiting.Unreadable(failed.failure().text());
        };
    }
}
