package queencell.proxy.cluster;

import io.micrometer.core.instrument.Counter;
import queencell.metric.Metrics;

/// `queen_proxy_cache_lookups_total{cache,result}` of one cache (pipeline, 17). Thread-safe.
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
