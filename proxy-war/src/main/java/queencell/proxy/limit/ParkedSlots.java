package queencell.proxy.limit;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import queencell.proxy.limit.Parking.Cap;

/// How many long-polls are parked, per cluster and in the whole cell (pipeline, 7.10). Any thread may call it.
///
/// Exact when enforcing: a gauge goes up only if the slot is really granted, so that a refused attempt never refuses
/// somebody else meanwhile. A cluster's gauge changes under the lock of its shard, the cell's by compare and set.
public final class ParkedSlots {
    private static final int SHARDS = 16;

    private final int cellCap;
    private final AtomicInteger cellGauge = new AtomicInteger();
    private final Shard[] shards = new Shard[SHARDS];

    private static final class Shard {
        private final ReentrantLock lock = new ReentrantLock();
        /// A cluster without a parked poll has no entry.
        private final Map<UUID, Integer> gauges = new HashMap<>();
    }

    /// One parked poll. Given back exactly once, however many ends of the request report.
    public final class Slot {
        private final UUID cluster;
        private final AtomicBoolean released = new AtomicBoolean();

        private Slot(UUID cluster) {
            this.cluster = cluster;
        }

        /// Whether this call gave the slot back; later calls do nothing.
        public boolean release() {
            if (!released.compareAndSet(false, true)) {
                return false;
            }
            lower(cluster);
            return true;
        }
    }

    /// @param cellCap `QUEEN_PROXY_CELL_MAX_PARKED`
    public ParkedSlots(int cellCap) {
        this.cellCap = cellCap;
        Arrays.setAll(shards, _ -> new Shard());
    }

    /// A slot below both caps.
    ///
    /// @param clusterCap `max_parked_pops`: 0 allows no long-poll, empty any number
    public Parking acquire(UUID cluster, OptionalLong clusterCap) {
        Shard shard = shardOf(cluster);
        shard.lock.lock();
        try {
            int parked = shard.gauges.getOrDefault(cluster, 0);
            if (clusterCap.isPresent() && parked >= clusterCap.getAsLong()) {
                return new Parking.Refused(Cap.CLUSTER, clusterCap.getAsLong());
            }
            if (!raiseCellBelowCap()) {
                return new Parking.Refused(Cap.CELL, cellCap);
            }
            shard.gauges.put(cluster, parked + 1);
            return new Parking.Granted(new Slot(cluster), Optional.empty());
        } finally {
            shard.lock.unlock();
        }
    }

    /// A slot in any case, so that the gauges stay true in shadow mode; says which cap would have refused, and its
    /// value.
    public Parking.Granted acquireInShadow(UUID cluster, OptionalLong clusterCap) {
        Shard shard = shardOf(cluster);
        shard.lock.lock();
        try {
            int parked = shard.gauges.getOrDefault(cluster, 0);
            int inCell = cellGauge.getAndIncrement();
            shard.gauges.put(cluster, parked + 1);
            Optional<Parking.Refused> over = Optional.empty();
            if (clusterCap.isPresent() && parked >= clusterCap.getAsLong()) {
                over = Optional.of(new Parking.Refused(Cap.CLUSTER, clusterCap.getAsLong()));
            } else if (inCell >= cellCap) {
                over = Optional.of(new Parking.Refused(Cap.CELL, cellCap));
            }
            return new Parking.Granted(new Slot(cluster), over);
        } finally {
            shard.lock.unlock();
        }
    }

    public int parkedInCell() {
        return cellGauge.get();
    }

    public int parkedOf(UUID cluster) {
        Shard shard = shardOf(cluster);
        shard.lock.lock();
        try {
            return shard.gauges.getOrDefault(cluster, 0);
        } finally {
            shard.lock.unlock();
        }
    }

    private void lower(UUID cluster) {
        Shard shard = shardOf(cluster);
        shard.lock.lock();
        try {
            shard.gauges.computeIfPresent(cluster, (_, parked) -> parked == 1 ? null : parked - 1);
            cellGauge.decrementAndGet();
        } finally {
            shard.lock.unlock();
        }
    }

    private boolean raiseCellBelowCap() {
        int parked = cellGauge.get();
        while (parked < cellCap) {
            if (cellGauge.compareAndSet(parked, parked + 1)) {
                return true;
            }
            parked = cellGauge.get();
        }
        return false;
    }

    private Shard shardOf(UUID cluster) {
        return shards[Math.floorMod(cluster.hashCode(), SHARDS)];
    }
}
