package queencell.metric;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/// The registry of this application. Thread-safe; meters are looked up once at start and kept, not per request.
public final class Metrics {
    private static final PrometheusMeterRegistry REGISTRY = registered();

    private Metrics() {}

    public static MeterRegistry registry() {
        return REGISTRY;
    }

    /// The Prometheus text, version 0.0.4.
    public static String prometheusText() {
        return REGISTRY.scrape();
    }

    // the pauses are listened to as long as the application lives, so nothing ever closes this binder
    @SuppressWarnings("resource")
    private static PrometheusMeterRegistry registered() {
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new JvmGcMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        return registry;
    }
}
