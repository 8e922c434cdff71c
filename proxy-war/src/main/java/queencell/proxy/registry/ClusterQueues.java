package queencell.proxy.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import queencell.proxy.inspect.QueuePartition;

/// The queues of one cluster as far as this proxy knows them (pipeline, 7.9). Thread-safe: one lock, held for some
/// look-ups in maps.
///
/// A partition is *confirmed* once the broker made it, and *reserved* while requests that named it first are still out.
/// The floor of a queue is its last known count; as long as fewer names than that have been seen, an unknown name may
/// well be one of them (A5), so it is let in until the names seen reach the cap themselves.
final class ClusterQueues {
    /// In place of a count of reservations.
    private static final Integer CONFIRMED = 0;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Queue> queues = new HashMap<>();

    private static final class Queue {
        private int floor;
        private boolean confirmed;
        private int reservations;
        /// name → [#CONFIRMED], or how many requests hold it reserved
        private final Map<String, Integer> partitions = new HashMap<>();

        long projected() {
            return Math.max(partitions.size(), floor) + 1L;
        }

        boolean namesAreComplete() {
            return partitions.size() >= floor;
        }
    }

    /// Whether nothing of this is new, so that there is nothing to decide or to reserve.
    boolean knows(Collection<QueuePartition> pairs, Collection<String> bareQueues) {
        lock.lock();
        try {
            return pairs.stream().allMatch(this::isConfirmed)
                    && bareQueues.stream().allMatch(this::isConfirmed);
        } finally {
            lock.unlock();
        }
    }

    /// Says what would be over, and changes nothing.
    Optional<Admission> over(Collection<QueuePartition> pairs, Collection<String> bareQueues, Caps caps) {
        lock.lock();
        try {
            return overLocked(pairs, bareQueues, caps);
        } finally {
            lock.unlock();
        }
    }

    /// What is new, reserved in one step, or what is over.
    ///
    /// @param caps [Caps#NONE] where the caps only warn
    Reserved reserve(Collection<QueuePartition> pairs, Collection<String> bareQueues, Caps caps) {
        lock.lock();
        try {
            Optional<Admission> over = overLocked(pairs, bareQueues, caps);
            if (over.isPresent()) {
                return new Reserved(over, List.of(), Set.of());
            }
            List<QueuePartition> newPairs = new ArrayList<>();
            Set<String> newQueues = new HashSet<>();
            for (QueuePartition pair : pairs) {
                if (!isConfirmed(pair)) {
                    Queue queue = queues.computeIfAbsent(pair.queue(), _ -> new Queue());
                    queue.reservations++;
                    queue.partitions.merge(pair.partition(), 1, Integer::sum);
                    newPairs.add(pair);
                }
            }
            for (String name : bareQueues) {
                if (!isConfirmed(name)) {
                    queues.computeIfAbsent(name, _ -> new Queue()).reservations++;
                    newQueues.add(name);
                }
            }
            return new Reserved(Optional.empty(), newPairs, newQueues);
        } finally {
            lock.unlock();
        }
    }

    /// @param over empty when everything was reserved
    record Reserved(Optional<Admission> over, List<QueuePartition> pairs, Set<String> bareQueues) {}

    private Optional<Admission> overLocked(Collection<QueuePartition> pairs, Collection<String> bareQueues, Caps caps) {
        Set<String> newQueues = new HashSet<>();
        Map<String, Integer> newPartitions = new HashMap<>();
        for (String name : bareQueues) {
            if (!queues.containsKey(name) && newQueues.add(name) && overQueues(newQueues.size(), caps)) {
                return Optional.of(new Admission.OverQueues(name, caps.queues().getAsLong()));
            }
        }
        for (QueuePartition pair : pairs) {
            Queue queue = queues.get(pair.queue());
            if (queue == null && newQueues.add(pair.queue()) && overQueues(newQueues.size(), caps)) {
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

    private boolean overQueues(int more, Caps caps) {
        return caps.queues().isPresent()
                && queues.size() + (long) more > caps.queues().getAsLong();
    }

    private static boolean overPartitions(Queue queue, int more, long max) {
        if (queue == null) {
            return more > max;
        }
        if (queue.projected() - 1 + more <= max) {
            return false;
        }
        return queue.namesAreComplete() || queue.partitions.size() + (long) more > max;
    }

    /// The answer came: the reserved names stand. Returns the count to write down for each queue concerned.
    Map<String, Integer> confirm(Collection<QueuePartition> pairs, Collection<String> bareQueues) {
        lock.lock();
        try {
            Map<String, Integer> counts = new HashMap<>();
            for (QueuePartition pair : pairs) {
                Queue queue = queues.computeIfAbsent(pair.queue(), _ -> new Queue());
                queue.reservations = Math.max(0, queue.reservations - 1);
                queue.confirmed = true;
                if (!CONFIRMED.equals(queue.partitions.put(pair.partition(), CONFIRMED))) {
                    counts.put(pair.queue(), countOf(queue));
                }
            }
            for (String name : bareQueues) {
                Queue queue = queues.computeIfAbsent(name, _ -> new Queue());
                queue.reservations = Math.max(0, queue.reservations - 1);
                if (!queue.confirmed) {
                    queue.confirmed = true;
                    counts.putIfAbsent(name, countOf(queue));
                }
            }
            return counts;
        } finally {
            lock.unlock();
        }
    }

    // with names still unseen, one more name need not be one more partition: the floor is what is certain
    private static int countOf(Queue queue) {
        return Math.max(queue.partitions.size(), queue.floor);
    }

    void release(Collection<QueuePartition> pairs, Collection<String> bareQueues) {
        lock.lock();
        try {
            for (QueuePartition pair : pairs) {
                Queue queue = queues.get(pair.queue());
                if (queue != null) {
                    queue.reservations = Math.max(0, queue.reservations - 1);
                    queue.partitions.computeIfPresent(
                            pair.partition(),
                            (_, held) -> held.equals(CONFIRMED) ? held : held == 1 ? null : Integer.valueOf(held - 1));
                    forgetIfPhantom(pair.queue(), queue);
                }
            }
            for (String name : bareQueues) {
                Queue queue = queues.get(name);
                if (queue != null) {
                    queue.reservations = Math.max(0, queue.reservations - 1);
                    forgetIfPhantom(name, queue);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void forgetIfPhantom(String name, Queue queue) {
        if (!queue.confirmed && queue.reservations == 0) {
            queues.remove(name);
        }
    }

    /// Takes over what the database knows. A queue that is neither there nor on its way there is forgotten; names of
    /// partitions seen before stay, because they were seen.
    ///
    /// @param floors name → count, with what has not been written yet
    void reload(Map<String, Integer> floors) {
        lock.lock();
        try {
            queues.entrySet()
                    .removeIf(entry -> entry.getValue().reservations == 0 && !floors.containsKey(entry.getKey()));
            floors.forEach((name, floor) -> {
                Queue queue = queues.computeIfAbsent(name, _ -> new Queue());
                queue.confirmed = true;
                queue.floor = floor;
            });
        } finally {
            lock.unlock();
        }
    }

    long pairs() {
        lock.lock();
        try {
            return queues.values().stream()
                    .mapToLong(queue -> queue.partitions.size())
                    .sum();
        } finally {
            lock.unlock();
        }
    }

    private boolean isConfirmed(QueuePartition pair) {
        Queue queue = queues.get(pair.queue());
        return queue != null && CONFIRMED.equals(queue.partitions.get(pair.partition()));
    }

    private boolean isConfirmed(String name) {
        Queue queue = queues.get(name);
        return queue != null && queue.confirmed;
    }
}
