package queencell.proxy.cluster;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import queencell.proxy.cluster.LookupCache.Answer;

/// Finds clusters by host, slug or id, out of a cache in front of the database (pipeline, 3 and 11). Thread-safe.
///
/// Each question takes `mayWait`: a thread that may not wait gets what its request was planned with.
public final class ClusterDirectory implements Invalidation {
    private static final String BY_ID = "id:";

    /// Where clusters are looked up. Blocks; an exception means that there is no answer.
    public interface Source {
        Optional<ClusterContext> bySlug(String slug);

        Optional<ClusterContext> byId(UUID id);
    }

    private final LookupCache<String, ClusterContext> cache;
    private final Optional<ClusterContext> devStatic;
    private final Optional<String> defaultCluster;

    private ClusterDirectory(
            LookupCache<String, ClusterContext> cache,
            Optional<ClusterContext> devStatic,
            Optional<String> defaultCluster) {
        this.cache = cache;
        this.devStatic = devStatic;
        this.defaultCluster = defaultCluster;
    }

    /// @param clusters empty without a database
    /// @param patience how long a caller waits for a look-up
    public static ClusterDirectory of(
            ClusterSettings settings,
            Optional<? extends Source> clusters,
            Duration patience,
            Executor executor,
            LongSupplier nanoClock,
            MeterRegistry metrics) {
        Function<String, Optional<ClusterContext>> database = key -> clusters.flatMap(known -> find(known, key));
        return new ClusterDirectory(
                new LookupCache<>(rules(settings.staleGrace(), patience), database, executor, nanoClock, metrics),
                settings.devCellUrl().map(url -> DevStatic.of(settings, url)),
                settings.defaultCluster());
    }

    private static LookupCache.Rules rules(Duration grace, Duration patience) {
        return new LookupCache.Rules(
                "cluster",
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                grace,
                true,
                Duration.ofSeconds(5),
                10_000,
                patience,
                Duration.ofMillis(500));
    }

    private static Optional<ClusterContext> find(Source clusters, String key) {
        return key.startsWith(BY_ID)
                ? clusters.byId(UUID.fromString(key.substring(BY_ID.length())))
                : clusters.bySlug(key);
    }

    /// The cluster that a host names: the static one of development, else its slug's, else the default one.
    public Answer<ClusterContext> ofHost(HostName host, boolean mayWait) {
        if (devStatic.isPresent()) {
            return new Answer.Found<>(devStatic.get());
        }
        Answer<ClusterContext> named =
                host.slug().map(slug -> ask(slug, mayWait)).orElseGet(Answer.Missing::new);
        if (named instanceof Answer.Missing && defaultCluster.isPresent()) {
            return ask(defaultCluster.get(), mayWait);
        }
        return named;
    }

    /// Whether [#ofHost] can be answered without waiting; a look-up is not started by asking.
    public boolean knowsHost(HostName host) {
        if (devStatic.isPresent()) {
            return true;
        }
        // the default cluster may have to stand in for the one named
        return host.slug().map(cache::knows).orElse(true)
                && defaultCluster.map(cache::knows).orElse(true);
    }

    /// The cluster of this id, e.g. the one that a key is bound to.
    public Answer<ClusterContext> byId(UUID id, boolean mayWait) {
        return ask(BY_ID + id, mayWait);
    }

    public boolean knowsId(UUID id) {
        return cache.knows(BY_ID + id);
    }

    /// The cluster that an act-as header names: a slug in any case, or an id (pipeline, 3.2).
    public Answer<ClusterContext> named(String slugOrId, boolean mayWait) {
        Optional<UUID> id = Ids.parse(slugOrId);
        if (id.isPresent()) {
            return byId(id.get(), mayWait);
        }
        return HostName.parse(slugOrId)
                .slug()
                .filter(slug -> slug.equalsIgnoreCase(slugOrId))
                .map(slug -> ask(slug, mayWait))
                .orElseGet(Answer.Missing::new);
    }

    /// How long ago the cluster of this slug was read, as requests on its own host use it; empty if none did so far.
    public Optional<Duration> ageOf(String slug) {
        return cache.age(slug);
    }

    private Answer<ClusterContext> ask(String key, boolean mayWait) {
        return mayWait ? cache.get(key) : cache.withoutWaiting(key);
    }

    @Override
    public void clusterChanged(UUID cluster) {
        // an id that nobody knows here may be that of a cluster that was just made, and asked for too early
        cache.expireOrFind(known -> known.id().equals(cluster));
    }

    @Override
    public void anythingMayHaveChanged() {
        cache.expireAll();
    }
}
