package queencell.proxy.limit;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import queencell.proxy.cluster.Rate;

/// One bucket per cluster, in 16 shards with a lock each (pipeline, 7.2). Any thread may call it; a call holds one lock
/// for some arithmetic and no longer.
///
/// A bucket nobody used for ten minutes is forgotten once it is full again: forgetting it earlier would give its
/// cluster tokens for free.
public final class ShardedBuckets {
    private static final int SHARDS = 16;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(600);
    private static final long SWEEP_EVERY_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final LongSupplier nanoClock;
    private final Shard[] shards = new Shard[SHARDS];
    private final AtomicLong sweptNanos;

    private static final class Shard {
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<UUID, Entry> entries = new HashMap<>();
    }

    /// @param rate the one it was last used with
    private record Entry(TokenBucket bucket, Rate rate) {
        boolean isForgettable(long nowNanos) {
            return nowNanos - bucket.refilledNanos() >= IDLE_NANOS
                    && bucket.refilled(rate, nowNanos).isFull(rate);
        }
    }

    /// @param nanoClock monotonic, as `System::nanoTime`
    public ShardedBuckets(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        Arrays.setAll(shards, _ -> new Shard());
        sweptNanos = new AtomicLong(nanoClock.getAsLong());
    }

    /// Takes `n` tokens of the cluster, or none. `n` is at least 1: nothing is no reason to touch a bucket.
    public Take take(UUID cluster, Rate rate, long n) {
        if (n < 1) {
            throw new IllegalArgumentException("%d tokens: take at least 1".formatted(n));
        }
        Shard shard = shardOf(cluster);
        Take take;
        long now;
        shard.lock.lock();
        try {
            // read behind the lock, so that the times of one bucket never run backwards
            now = nanoClock.getAsLong();
            take = bucketOf(shard, cluster, rate, now).take(n, rate, now);
            shard.entries.put(cluster, new Entry(take.after(), rate));
        } finally {
            shard.lock.unlock();
        }
        sweepIfDue(now);
        return take;
    }

    /// Debits `n` delivered messages, down to minus the capacity (7.4, OPEN-2).
    public TokenBucket debit(UUID cluster, Rate rate, long n) {
        Shard shard = shardOf(cluster);
        shard.lock.lock();
        try {
            long now = nanoClock.getAsLong();
            TokenBucket after = bucketOf(shard, cluster, rate, now).debit(n, rate, now);
            shard.entries.put(cluster, new Entry(after, rate));
            return after;
        } finally {
            shard.lock.unlock();
        }
    }

    /// What the bucket holds now, for headers; changes nothing.
    public TokenBucket peek(UUID cluster, Rate rate) {
        Shard shard = shardOf(cluster);
        shard.lock.lock();
        try {
            long now = nanoClock.getAsLong();
            return bucketOf(shard, cluster, rate, now).refilled(rate, now);
        } finally {
            shard.lock.unlock();
        }
    }

    /// How many clusters have a bucket.
    public int size() {
        int size = 0;
        for (Shard shard : shards) {
            shard.lock.lock();
            try {
                size += shard.entries.size();
            } finally {
                shard.lock.unlock();
            }
        }
        return size;
    }

    private static TokenBucket bucketOf(Shard shard, UUID cluster, Rate rate, long now) {
        Entry entry = shard.entries.get(cluster);
        return entry == null ? TokenBucket.full(rate, now) : entry.bucket;
    }

    private Shard shardOf(UUID cluster) {
        return shards[Math.floorMod(cluster.hashCode(), SHARDS)];
    }

    /// Rides on traffic: at most one caller every two minutes, and it leaves out the shards somebody is using.
    private void sweepIfDue(long now) {
        long last = sweptNanos.get();
        if (now - last < SWEEP_EVERY_NANOS || !sweptNanos.compareAndSet(last, now)) {
            return;
        }
        for (Shard shard : shards) {
            if (shard.lock.tryLock()) {
                try {
                    shard.entries.values().removeIf(entry -> entry.isForgettable(now));
                } finally {
                    shard.lock.unlock();
                }
            }
        }
    }
}
