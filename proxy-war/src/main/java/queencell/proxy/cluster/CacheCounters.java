package queencell.proxy.cluster;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;

/// `queen_proxy_cache_lookups_total{cache,result}` and `queen_proxy_cache_entries{cache,kind}` of one cache
/// (pipeline, 17). Thread-safe.
public final class CacheCounters {
    private final Counter fresh;
    private final Counter stale;
    private final Counter missing;
    private final Counter fetched;
    private final Counter unanswered;

    private CacheCounters(String cache, MeterRegistry metrics) {
        fresh = counter(cache, "fresh", metrics);
        stale = counter(cache, "stale", metrics);
        missing = counter(cache, "missing", metrics);
        fetched = counter(cache, "fetched", metrics);
        unanswered = counter(cache, "unanswered", metrics);
    }

    public static CacheCounters of(String cache, MeterRegistry metrics) {
        return new CacheCounters(cache, metrics);
    }

    /// Watches how much a cache holds; anonymous callers choose what is missing, so that part is bounded.
    static void sizes(String cache, Map<?, ?> known, Map<?, ?> missing, MeterRegistry metrics) {
        size(cache, "known", known, metrics);
        size(cache, "missing", missing, metrics);
    }

    private static void size(String cache, String kind, Map<?, ?> entries, MeterRegistry metrics) {
        Gauge.builder("queen_proxy_cache_entries", entries, Map::size)
                .description("Entries of the caches in front of pxdb")
                .tags("cache", cache, "kind", kind)
                .register(metrics);
    }

    private static Counter counter(String cache, String result, MeterRegistry metrics) {
        return Counter.builder("queen_proxy_cache_lookups")
                .description("Answers given by the caches in front of pxdb")
                .tags("cache", cache, "result", result)
                .register(metrics);
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
