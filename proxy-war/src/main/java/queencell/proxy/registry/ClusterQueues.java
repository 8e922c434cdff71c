package queencell.proxy.registry;

import static queencell.proxy.registry.KnownQueue.CONFIRMED;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ObjIntConsumer;
import queencell.proxy.inspect.QueuePartition;

/// The queues of one cluster as far as this proxy knows them (pipeline, 7.9). Thread-safe: one lock, held for some
/// look-ups in maps.
///
/// A partition is *confirmed* once the broker made it, and *reserved* while requests that named it first are still
/// out. What the caps say about them is [CapCheck]'s.
final class ClusterQueues {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, KnownQueue> queues = new HashMap<>();
    /// Counts what requests did here, so that a listing can be told apart from what happened while it was on its way.
    private long events;

    /// Whether nothing of this is new, so that there is nothing to decide or to reserve.
    boolean knows(Collection<QueuePartition> pairs, Collection<String> bareQueues) {
        lock.lock();
        try {
            for (QueuePartition pair : pairs) {
                if (!isConfirmed(pair)) {
                    return false;
                }
            }
            for (String name : bareQueues) {
                if (!isConfirmed(name)) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Says what would be over, and changes nothing.
    Optional<Admission> over(Collection<QueuePartition> pairs, Collection<String> bareQueues, Caps caps) {
        lock.lock();
        try {
            return new CapCheck(queues, caps).over(pairs, bareQueues);
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
            Optional<Admission> over = new CapCheck(queues, caps).over(pairs, bareQueues);
            if (over.isPresent()) {
                return new Reserved(over, List.of(), Set.of());
            }
            List<QueuePartition> newPairs = new ArrayList<>();
            Set<String> newQueues = new HashSet<>();
            for (QueuePartition pair : pairs) {
                if (!isConfirmed(pair)) {
                    KnownQueue queue = queues.computeIfAbsent(pair.queue(), _ -> new KnownQueue());
                    queue.reservations++;
                    queue.partitions.merge(pair.partition(), 1, Integer::sum);
                    newPairs.add(pair);
                }
            }
            for (String name : bareQueues) {
                if (!isConfirmed(name)) {
                    queues.computeIfAbsent(name, _ -> new KnownQueue()).reservations++;
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

    /// Queues that may be full, with partitions whose names were never seen here.
    Set<String> unseen(Collection<QueuePartition> pairs, Caps caps) {
        lock.lock();
        try {
            return new CapCheck(queues, caps).unseen(pairs);
        } finally {
            lock.unlock();
        }
    }

    /// Takes over the names of all partitions that a queue has at the broker.
    void see(String name, Set<String> partitions) {
        lock.lock();
        try {
            KnownQueue queue = queues.get(name);
            if (queue != null) {
                queue.seen(partitions);
            }
        } finally {
            lock.unlock();
        }
    }

    /// The time here, in events: taken before broker or database are asked, it tells what happened meanwhile.
    long now() {
        lock.lock();
        try {
            return events;
        } finally {
            lock.unlock();
        }
    }

    /// Takes over the broker's own counts. A higher one holds at once. A lower one only when the broker has said it
    /// for `patience` and no request made a partition meanwhile: its cached listing is some seconds late, and
    /// shows 0 for a new queue.
    ///
    /// @param listed name → partition count
    /// @param rows name → count of its row, as it was before the broker was asked
    /// @param patienceNanos longer than the broker takes to count again
    /// @return the count that the row of each of these names is to have
    Map<String, Integer> reconcile(
            Map<String, Integer> listed, Map<String, Integer> rows, long nowNanos, long patienceNanos) {
        lock.lock();
        try {
            Map<String, Integer> toWrite = new HashMap<>();
            listed.forEach((name, count) -> {
                KnownQueue queue = queues.computeIfAbsent(name, _ -> new KnownQueue());
                queue.listed(count, nowNanos, patienceNanos);
                Integer row = rows.get(name);
                if (row == null || queue.outweighs(row, count, nowNanos, patienceNanos)) {
                    toWrite.put(name, queue.madeCount());
                }
            });
            return toWrite;
        } finally {
            lock.unlock();
        }
    }

    /// Names that a request uses right now, or had made after `since`: a listing of that time says nothing about
    /// them.
    Set<String> busySince(long since) {
        lock.lock();
        try {
            Set<String> busy = new HashSet<>();
            queues.forEach((name, queue) -> {
                if (queue.isBusySince(since)) {
                    busy.add(name);
                }
            });
            return busy;
        } finally {
            lock.unlock();
        }
    }

    /// Forgets what the broker does not have, unless it is busy.
    void prune(Set<String> listed, long since) {
        lock.lock();
        try {
            forget(listed, since);
        } finally {
            lock.unlock();
        }
    }

    private void forget(Set<String> listed, long since) {
        queues.entrySet()
                .removeIf(entry ->
                        !listed.contains(entry.getKey()) && !entry.getValue().isBusySince(since));
    }

    /// The answer came: the reserved names stand.
    ///
    /// @param write is told the count of each queue that changed, before anybody else sees the change: a reload
    /// that came between the two would miss the queue
    void confirm(Collection<QueuePartition> pairs, Collection<String> bareQueues, ObjIntConsumer<String> write) {
        lock.lock();
        try {
            Map<String, Integer> counts = new HashMap<>();
            events++;
            for (QueuePartition pair : pairs) {
                KnownQueue queue = queues.computeIfAbsent(pair.queue(), _ -> new KnownQueue());
                queue.releaseOne();
                queue.confirmed = true;
                queue.confirmedAt = events;
                if (queue.make(pair.partition())) {
                    counts.put(pair.queue(), queue.madeCount());
                }
            }
            for (String name : bareQueues) {
                KnownQueue queue = queues.computeIfAbsent(name, _ -> new KnownQueue());
                queue.releaseOne();
                queue.confirmedAt = events;
                if (!queue.confirmed) {
                    queue.confirmed = true;
                    counts.putIfAbsent(name, queue.madeCount());
                }
            }
            counts.forEach(write::accept);
        } finally {
            lock.unlock();
        }
    }

    void release(Collection<QueuePartition> pairs, Collection<String> bareQueues) {
        lock.lock();
        try {
            for (QueuePartition pair : pairs) {
                KnownQueue queue = queues.get(pair.queue());
                if (queue != null) {
                    queue.releaseOne();
                    queue.partitions.computeIfPresent(
                            pair.partition(),
                            (_, held) -> held.equals(CONFIRMED) ? held : held == 1 ? null : Integer.valueOf(held - 1));
                    forgetIfPhantom(pair.queue(), queue);
                }
            }
            for (String name : bareQueues) {
                KnownQueue queue = queues.get(name);
                if (queue != null) {
                    queue.releaseOne();
                    forgetIfPhantom(name, queue);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void forgetIfPhantom(String name, KnownQueue queue) {
        if (queue.isPhantom()) {
            queues.remove(name);
        }
    }

    /// Takes over what the database knows. A queue that is neither there nor on its way there is forgotten, unless it
    /// is busy; names of partitions seen before stay, because they were seen.
    ///
    /// @param floors name → count, with what had not been written when the rows were read
    /// @param since [#now] before either was looked at
    void reload(Map<String, Integer> floors, long since) {
        lock.lock();
        try {
            forget(floors.keySet(), since);
            floors.forEach((name, floor) ->
                    queues.computeIfAbsent(name, _ -> new KnownQueue()).loaded(floor));
        } finally {
            lock.unlock();
        }
    }

    /// Whether a request that is still out holds a name here.
    boolean isReserved() {
        lock.lock();
        try {
            return queues.values().stream().anyMatch(queue -> queue.reservations > 0);
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return queues.size();
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
        KnownQueue queue = queues.get(pair.queue());
        return queue != null && queue.isMade(pair.partition());
    }

    private boolean isConfirmed(String name) {
        KnownQueue queue = queues.get(name);
        return queue != null && queue.confirmed;
    }
}
