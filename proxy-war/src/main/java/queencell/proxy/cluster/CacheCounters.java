package queencell.proxy.cluster;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import java.util.Map;
import queencell.metric.Metrics;

/// `queen_proxy_cache_lookups_total{cache,result}` and `queen_proxy_cache_entries{cache,kind}` of one cache (pipeline,
/// 17). Thread-safe.
public final class CacheCounters {
    private final Counter fresh;
    private final Counter stale;
    private final Counter missing;
    private final Counter fetched;
    private final Counter unanswered;

    private CacheCounters(String cache) {
        fresh = counter(cache, "fresh");
        stale = counter(cache, "stale");
        missing = counter(cache, "missing");
        fetched = counter(cache, "fetched");
        unanswered = counter(cache, "unanswered");
    }

    public static CacheCounters of(String cache) {
        return new CacheCounters(cache);
    }

    /// Watches how much a cache holds; anonymous callers choose what is missing, so that part is bounded.
    static void sizes(String cache, Map<?, ?> known, Map<?, ?> missing) {
        size(cache, "known", known);
        size(cache, "missing", missing);
    }

    private static void size(String cache, String kind, Map<?, ?> entries) {
        Gauge.builder("queen_proxy_cache_entries", entries, Map::size)
                .description("Entries of the caches in front of pxdb")
                .tags("cache", cache, "kind", kind)
                .register(Metrics.registry());
    }

    private static Counter counter(String cache, String result) {
        return Counter.builder("queen_proxy_cache_lookups")
                .description("Answers given by the caches in front of pxdb")
                .tags("cache", cache, "result", result)
                .register(Metrics.registry());
    }

    public void fresh() {
        fresh.increment();
    }

    public void stale() {
        stale.increment();
    }

    public void missing() {
        missing.increment();
    }

    public void fetched() {
        fetched.increment();
    }

    public void unanswered() {
        unanswered.increment();
    }
}
