package queencell.broker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/// Chooses one of several equal brokers (wire, 23.6). Time is an argument; any thread.
final class BackendRing {

    private static final int VIRTUAL_NODES = 128;
    private static final long SKIPPED_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long WELL = Long.MIN_VALUE;

    private final int size;
    private final BackendStrategy strategy;
    private final long[] points;
    private final AtomicLongArray failedNanos;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger session = new AtomicInteger();

    BackendRing(List<String> urls, BackendStrategy strategy) {
        size = urls.size();
        this.strategy = strategy;
        failedNanos = new AtomicLongArray(size);
        points = new long[size * VIRTUAL_NODES];
        for (int backend = 0; backend < size; backend++) {
            failedNanos.set(backend, WELL);
            for (int node = 0; node < VIRTUAL_NODES; node++) {
                long hash = fnv1a(urls.get(backend) + "#vnode" + node);
                points[backend * VIRTUAL_NODES + node] = hash << 16 | backend;
            }
        }
        Arrays.sort(points);
    }

    int size() {
        return size;
    }

    /// The broker for a call: a healthy one if there is any, not one of `tried` unless all are.
    ///
    /// @param key affinity key; empty for none
    /// @return index in the list of URLs
    int choose(String key, BitSet tried, long nowNanos) {
        if (size == 1) {
            return 0;
        }
        int first = first(key);
        int spare = -1;
        for (int i = 0; i < points.length || i < size; i++) {
            int backend = candidate(key, first, i);
            if (tried.get(backend)) {
                continue;
            }
            if (healthy(backend, nowNanos)) {
                return kept(backend);
            }
            spare = spare < 0 ? backend : spare;
        }
        return kept(spare < 0 ? candidate(key, first, 0) : spare);
    }

    private boolean byKey(String key) {
        return strategy == BackendStrategy.AFFINITY && !key.isEmpty();
    }

    private int first(String key) {
        if (byKey(key)) {
            int found = Arrays.binarySearch(points, fnv1a(key) << 16);
            return found >= 0 ? found : -found - 1;
        }
        return strategy == BackendStrategy.SESSION ? session.get() : Math.floorMod(turn.getAndIncrement(), size);
    }

    /// The i-th choice, clockwise from the first.
    private int candidate(String key, int first, int i) {
        return byKey(key) ? (int) (points[(first + i) % points.length] & 0xffff) : (first + i) % size;
    }

    private int kept(int backend) {
        if (strategy == BackendStrategy.SESSION) {
            session.set(backend);
        }
        return backend;
    }

    private boolean healthy(int backend, long nowNanos) {
        long failed = failedNanos.get(backend);
        return failed == WELL || nowNanos - failed >= SKIPPED_NANOS;
    }

    /// @return true when the broker was well before
    boolean failed(int backend, long nowNanos) {
        boolean news = healthy(backend, nowNanos);
        failedNanos.set(backend, nowNanos == WELL ? WELL + 1 : nowNanos);
        return news;
    }

    void answered(int backend) {
        if (failedNanos.get(backend) != WELL) {
            failedNanos.set(backend, WELL);
        }
    }

    /// 32-bit FNV-1a over the UTF-8 bytes, as an unsigned number.
    static long fnv1a(String text) {
        int hash = 0x811c9dc5;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x01000193;
        }
        return hash & 0xffff_ffffL;
    }
}
