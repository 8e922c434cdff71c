package queencell.proxy.access;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import queencell.log.EventLog;
import queencell.proxy.cluster.Invalidation;
import queencell.proxy.cluster.LookupCache;
import queencell.proxy.cluster.LookupCache.Answer;
import queencell.proxy.task.Bounded;

/// The API keys that were shown lately, in front of the database (pipeline, 6.2 and 11). Thread-safe.
///
/// A key that was looked up counts as used; [#writeUses] notes that in batches, so no request waits for it and the
/// time is right to about 40 s.
public final class KeyRing implements Invalidation {
    private static final EventLog LOG = EventLog.of("auth");

    /// Where keys are looked up. Blocks; an exception means that there is no answer.
    public interface Source {
        /// The live key with this SHA-256.
        Optional<ApiKey> findByHash(String keyHash);

        /// Notes that these were used just now.
        void touch(Collection<UUID> keys);
    }

    private final Optional<? extends Source> keys;
    private final LookupCache<String, ApiKey> cache;
    private final Set<UUID> used = ConcurrentHashMap.newKeySet();

    /// @param keys empty without a database: no key is known then
    public KeyRing(
            Optional<? extends Source> keys,
            Duration grace,
            Duration patience,
            Executor executor,
            LongSupplier nanoClock,
            MeterRegistry metrics) {
        this.keys = keys;
        this.cache = new LookupCache<>(
                new LookupCache.Rules(
                        "key",
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30),
                        grace,
                        false,
                        Duration.ofSeconds(5),
                        10_000,
                        patience,
                        Duration.ofMillis(500)),
                this::lookUp,
                executor,
                nanoClock,
                metrics);
    }

    /// @param mayWait whether the calling thread may wait for the database
    public Answer<ApiKey> find(String keyHash, boolean mayWait) {
        return mayWait ? cache.get(keyHash) : cache.withoutWaiting(keyHash);
    }

    /// Whether [#find] can answer without waiting.
    boolean knows(String keyHash) {
        return cache.knows(keyHash);
    }

    /// The key as it was last seen, which may be old.
    Optional<ApiKey> remembered(String keyHash) {
        return cache.remembered(keyHash);
    }

    /// Writes down which keys were used since the last call. A failed write is dropped: the next look-up marks again.
    ///
    /// @return whether they are written
    public boolean writeUses() {
        List<UUID> batch = new ArrayList<>(used);
        if (batch.isEmpty() || keys.isEmpty()) {
            return true;
        }
        used.removeAll(Set.copyOf(batch));
        try {
            keys.get().touch(batch);
            return true;
        } catch (RuntimeException silent) {
            LOG.warn("key_uses_dropped", silent, field("keys", batch.size()));
            return false;
        }
    }

    /// [#writeUses] for the last time: a database that hangs must not hold up the stop.
    void writeLastUses(Duration budget) {
        if (!Bounded.run(budget, this::writeUses)) {
            LOG.warn("key_uses_dropped", field("waited_ms", budget.toMillis()));
        }
    }

    private Optional<ApiKey> lookUp(String keyHash) {
        Optional<ApiKey> found = keys.flatMap(known -> known.findByHash(keyHash));
        found.ifPresent(key -> used.add(key.id()));
        return found;
    }

    @Override
    public void clusterChanged(UUID cluster) {
        cache.expire(key -> key.clusterId().equals(cluster));
    }

    @Override
    public void anythingMayHaveChanged() {
        cache.expireAll();
    }
}
