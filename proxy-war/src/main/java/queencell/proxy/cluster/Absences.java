package queencell.proxy.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The keys that the database does not know, remembered shortly and in bounded number, because anonymous callers
/// choose them (pipeline, 11). When there is no place, a key is not remembered and costs a question again.
/// Thread-safe.
final class Absences<K> {
    private final Duration countsFor;
    private final int most;
    private final ConcurrentMap<K, Long> until = new ConcurrentHashMap<>();

    Absences(Duration countsFor, int most) {
        this.countsFor = countsFor;
        this.most = most;
    }

    boolean contains(K key, long now) {
        Long end = until.get(key);
        return end != null && now - end < 0;
    }

    void note(K key, long now) {
        if (until.size() >= most) {
            until.values().removeIf(end -> now - end >= 0);
        }
        if (until.size() < most) {
            until.put(key, now + countsFor.toNanos());
        }
    }

    void forget(K key) {
        until.remove(key);
    }

    void clear() {
        until.clear();
    }

    int size() {
        return until.size();
    }

    /// For the gauge of their number.
    Map<?, ?> entries() {
        return until;
    }
}
