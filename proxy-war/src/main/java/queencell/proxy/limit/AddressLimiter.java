package queencell.proxy.limit;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import queencell.proxy.cluster.Rate;

/// One bucket per client network, in 16 shards with a lock each, bounded in number (pipeline, 13). Thread-safe.
///
/// When it is full, the network that was not seen for longest is forgotten: an attacker with many addresses gains fresh
/// buckets, but costs no memory.
public final class AddressLimiter {
    private static final int SHARDS = 16;

    private final Rate rate;
    private final LongSupplier nanoClock;
    private final Shard[] shards = new Shard[SHARDS];

    private static final class Shard {
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<InetAddress, TokenBucket> buckets;

        private Shard(int most) {
            buckets = new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<InetAddress, TokenBucket> eldest) {
                    return size() > most;
                }
            };
        }
    }

    /// @param mostNetworks 16 or more, as many as there are shards
    public AddressLimiter(Rate rate, int mostNetworks, LongSupplier nanoClock) {
        this.rate = rate;
        this.nanoClock = nanoClock;
        Arrays.setAll(shards, _ -> new Shard(mostNetworks / SHARDS));
    }

    /// Takes one token of this network; says how long to wait if there is none.
    public Optional<Duration> refuses(InetAddress network) {
        Shard shard = shards[Math.floorMod(network.hashCode(), SHARDS)];
        shard.lock.lock();
        try {
            long now = nanoClock.getAsLong();
            TokenBucket bucket = shard.buckets.getOrDefault(network, TokenBucket.full(rate, now));
            Take take = bucket.take(1, rate, now);
            shard.buckets.put(network, take.after());
            return take instanceof Take.Refused refused ? Optional.of(refused.retryAfter()) : Optional.empty();
        } finally {
            shard.lock.unlock();
        }
    }
}
