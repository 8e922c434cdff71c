package queencell.proxy.registry;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import queencell.proxy.inspect.QueuePartition;

/// What the caps say about names that a request brings (pipeline, 7.9; A5). Changes nothing; whoever asks holds the
/// lock of the cluster's queues.
///
/// Of a queue that was loaded only the count is known; an unknown name may be one of those, so it is let in until the
/// names seen reach the cap themselves. Before that can be too many, the broker is asked which there are.
///
/// @param queues what is known of the cluster, by name
record CapCheck(Map<String, KnownQueue> queues, Caps caps) {

    /// The first name that is one too many.
    Optional<Admission> over(Collection<QueuePartition> pairs, Collection<String> bareQueues) {
        Set<String> newQueues = new HashSet<>();
        Map<String, Integer> newPartitions = new HashMap<>();
        for (String name : bareQueues) {
            if (!queues.containsKey(name) && newQueues.add(name) && overQueues(newQueues.size())) {
                return Optional.of(new Admission.OverQueues(name, caps.queues().getAsLong()));
            }
        }
        for (QueuePartition pair : pairs) {
            KnownQueue queue = queues.get(pair.queue());
            if (queue == null && newQueues.add(pair.queue()) && overQueues(newQueues.size())) {
                return Optional.of(
                        new Admission.OverQueues(pair.queue(), caps.queues().getAsLong()));
            }
            if (queue != null && queue.partitions.containsKey(pair.partition())) {
                continue;
            }
            int more = newPartitions.merge(pair.queue(), 1, Integer::sum);
            if (caps.partitionsPerQueue().isPresent()
                    && overPartitions(queue, more, caps.partitionsPerQueue().getAsLong())) {
                return Optional.of(new Admission.OverPartitions(
                        pair.queue(),
                        pair.partition(),
                        caps.partitionsPerQueue().getAsLong()));
            }
        }
        return Optional.empty();
    }

    private boolean overQueues(int more) {
        return caps.queues().isPresent()
                && queues.size() + (long) more > caps.queues().getAsLong();
    }

    private static boolean overPartitions(KnownQueue queue, int more, long max) {
        if (queue == null) {
            return more > max;
        }
        if (queue.most() + more <= max) {
            return false;
        }
        return queue.namesAreComplete() || queue.partitions.size() + (long) more > max;
    }

    /// Queues that may be full with these, and have partitions whose names were never seen here: whether a pair is one
    /// of them only the broker knows.
    Set<String> unseen(Collection<QueuePartition> pairs) {
        if (caps.partitionsPerQueue().isEmpty()) {
            return Set.of();
        }
        long max = caps.partitionsPerQueue().getAsLong();
        Map<String, Integer> newPartitions = new HashMap<>();
        Set<String> unseen = new HashSet<>();
        for (QueuePartition pair : pairs) {
            KnownQueue queue = queues.get(pair.queue());
            if (queue == null || queue.namesAreComplete() || queue.partitions.containsKey(pair.partition())) {
                continue;
            }
            int more = newPartitions.merge(pair.queue(), 1, Integer::sum);
            if (queue.most() + more > max) {
                unseen.add(pair.queue());
            }
        }
        return unseen;
    }
}
