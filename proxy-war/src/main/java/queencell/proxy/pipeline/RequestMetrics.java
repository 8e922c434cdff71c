package queencell.proxy.pipeline;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import queencell.proxy.route.Route;
import queencell.proxy.route.RouteClass.Gated;
import queencell.proxy.route.RouteClass.Plain;

/// `queen_proxy_requests_total` and the three times of section 17. Thread-safe; labels are classes and statuses,
/// never what a tenant typed.
@HotPath
public class RequestMetrics {
    private final MeterRegistry metrics;
    private final Timer total;
    private final Timer upstream;
    private final Timer overhead;
    private final ConcurrentMap<Label, Counter> requests = new ConcurrentHashMap<>();

    private record Label(String kind, int status) {}

    @Inject
    RequestMetrics(MeterRegistry metrics) {
        this.metrics = metrics;
        this.total = timer("queen_proxy_request", "From the head of a request to the head of its answer");
        this.upstream = timer("queen_proxy_upstream", "From sending to the head of the broker's answer");
        this.overhead = timer("queen_proxy_overhead", "What the proxy adds to the broker's time");
    }

    private Timer timer(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(
                        Duration.ofMillis(1),
                        Duration.ofMillis(2),
                        Duration.ofMillis(5),
                        Duration.ofMillis(10),
                        Duration.ofMillis(25),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60))
                .register(metrics);
    }

    void answered(Exchange exchange, int status) {
        String kind = exchange.routeIfClassified().map(RequestMetrics::kindOf).orElse("none");
        counterOf(new Label(kind, status)).increment();
        long nanos = System.nanoTime() - exchange.startedNanos();
        total.record(nanos, TimeUnit.NANOSECONDS);
        if (exchange.upstreamNanos() > 0) {
            upstream.record(exchange.upstreamNanos(), TimeUnit.NANOSECONDS);
            overhead.record(Math.max(0, nanos - exchange.upstreamNanos()), TimeUnit.NANOSECONDS);
        }
    }

    private Counter counterOf(Label label) {
        Counter known = requests.get(label);
        return known != null ? known : requests.computeIfAbsent(label, this::counter);
    }

    private static String kindOf(Route route) {
        return switch (route.kind()) {
            case Plain plain -> plain.name().toLowerCase(Locale.ROOT);
            case Gated gated -> gated.feature().wireName();
        };
    }

    private Counter counter(Label label) {
        return Counter.builder("queen_proxy_requests")
                .description("Answers by route class and status")
                .tags("class", label.kind(), "status", Integer.toString(label.status()))
                .register(metrics);
    }
}
