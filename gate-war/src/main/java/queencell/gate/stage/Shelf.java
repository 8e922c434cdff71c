package queencell.gate.stage;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Claims that wait for counters of single scope values, while the workers of their stage go on with other partitions
/// (ruling on keeping claims): one full key holds up its own partition and nothing else.
///
/// Claims that are due together are taken together, so that one call asks for all of them. Thread-safe.
final class Shelf {
    static final int MOST = 256;
    /// What one call and one transaction shall hold at most.
    private static final int MOST_MESSAGES = 1000;
    private static final Duration TOGETHER = Duration.ofMillis(3);

    private final InstantSource clock;
    private final StopSignal stop;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Shelved> shelved = new PriorityQueue<>(Comparator.comparing(Shelved::wakesAt));

    /// @param wakesAt on the broker's clock
    private record Shelved(Holding holding, Set<String> keys, Instant wakesAt) {}

    Shelf(InstantSource clock, StopSignal stop) {
        this.clock = clock;
        this.stop = stop;
        stop.wakes(this::signal);
    }

    boolean full() {
        lock.lock();
        try {
            return shelved.size() >= MOST;
        } finally {
            lock.unlock();
        }
    }

    /// @return false when the stage stops: nobody would take it off again, and its lease would be kept for ever
    boolean put(Holding holding, Set<String> keys, Instant wakesAt) {
        lock.lock();
        try {
            if (stop.given()) {
                return false;
            }
            shelved.add(new Shelved(holding, keys, wakesAt));
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for claims that are due.
    ///
    /// @return nothing when the stage stops
    List<Holding> takeDue() throws InterruptedException {
        lock.lock();
        try {
            while (!stop.given()) {
                Shelved next = shelved.peek();
                if (next == null) {
                    changed.await();
                    continue;
                }
                Duration wait = Duration.between(clock.instant(), next.wakesAt());
                if (wait.compareTo(TOGETHER) <= 0) {
                    return due();
                }
                changed.await(wait.toNanos(), TimeUnit.NANOSECONDS);
            }
            return List.of();
        } finally {
            lock.unlock();
        }
    }

    private List<Holding> due() {
        Instant until = clock.instant().plus(TOGETHER);
        var due = new ArrayList<Holding>();
        int messages = 0;
        while (!shelved.isEmpty() && !shelved.peek().wakesAt().isAfter(until) && messages < MOST_MESSAGES) {
            Holding holding = shelved.poll().holding();
            messages += holding.front().size();
            if (!holding.ended()) {
                due.add(holding);
            }
        }
        return due;
    }

    /// Takes everything off: the stage has been told to stop.
    List<Holding> clear() {
        lock.lock();
        try {
            List<Holding> all = shelved.stream().map(Shelved::holding).toList();
            shelved.clear();
            return all;
        } finally {
            lock.unlock();
        }
    }

    /// Makes the claims due that wait for one of these counters.
    void wake(Collection<String> keys) {
        lock.lock();
        try {
            List<Shelved> woken = shelved.stream()
                    .filter(each -> keys.stream().anyMatch(each.keys()::contains))
                    .toList();
            shelved.removeAll(woken);
            woken.forEach(each -> shelved.add(new Shelved(each.holding(), each.keys(), clock.instant())));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
