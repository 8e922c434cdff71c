package queencell.gate.api;

import java.time.Duration;
import java.util.function.LongSupplier;
import queencell.broker.BrokerAdmin;
import queencell.broker.Health;
import queencell.broker.Reply;
import queencell.gate.document.Json;
import queencell.gate.document.Members;

/// Whether the broker answers, asked at most every five seconds (runtime, 16.11). Any thread.
final class BrokerProbe {
    private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();

    private final BrokerAdmin broker;
    private final String url;
    private final LongSupplier nanoClock;
    private Reply<Health> known;
    private long atNanos;

    BrokerProbe(BrokerAdmin broker, String url, LongSupplier nanoClock) {
        this.broker = broker;
        this.url = url;
        this.nanoClock = nanoClock;
    }

    String url() {
        return url;
    }

    boolean reachable() {
        return health().found().filter(Health::healthy).isPresent();
    }

    private synchronized Reply<Health> health() {
        long now = nanoClock.getAsLong();
        if (known == null || now - atNanos > KEPT_NANOS) {
            known = broker.health();
            atNanos = now;
        }
        return known;
    }

    Json json() {
        var health = health().found();
        return new Members()
                .put("reachable", Json.of(health.filter(Health::healthy).isPresent()))
                .put("url", Json.of(url))
                .put("version", Json.ofNullable(health.map(Health::version)))
                .object();
    }
}
