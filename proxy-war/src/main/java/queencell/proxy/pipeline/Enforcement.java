package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import queencell.log.EventLog;
import queencell.log.Field;
import queencell.proxy.limit.LimitSettings;

/// Whether a limit refuses or only says that it would have (pipeline, 7.1). Each of its decisions leaves a line: a
/// refusal without one once hid an outage for hours. Thread-safe.
@HotPath
public class Enforcement {
    private static final EventLog LOG = EventLog.of("limits");

    private final boolean enforce;
    private final MeterRegistry metrics;
    private final ConcurrentMap<Label, Counter> refusals = new ConcurrentHashMap<>();

    private record Label(String code, String kind, String mode) {}

    @Inject
    Enforcement(LimitSettings settings, MeterRegistry metrics) {
        this.enforce = settings.enforce();
        this.metrics = metrics;
    }

    public boolean enforces() {
        return enforce;
    }

    /// Refuses, or lets the request go on in shadow mode.
    void limit(Exchange exchange, LimitRefusal refusal) {
        boolean refuses = enforce || refusal.hard();
        log(exchange, refusal, refuses);
        count(refusal.answer().code(), refusal.kind(), refuses ? "refused" : "shadow");
        if (refuses) {
            exchange.showLimits();
            exchange.end(refusal.answer());
        }
    }

    /// Counts a refusal that is no limit's.
    void countGate(String code) {
        count(code, "gate", "refused");
    }

    private void log(Exchange exchange, LimitRefusal refusal, boolean refuses) {
        List<Field> fields = new ArrayList<>();
        fields.add(field("cluster", exchange.cluster().id()));
        fields.add(field("kind", refusal.kind()));
        fields.add(refuses ? field("blocked", true) : field("would_block", true));
        fields.addAll(refusal.details());
        fields.add(field("rid", exchange.requestId()));
        LOG.info("limit_reached", fields.toArray(Field[]::new));
    }

    private void count(String code, String kind, String mode) {
        refusals.computeIfAbsent(new Label(code, kind, mode), this::counter).increment();
    }

    private Counter counter(Label label) {
        return Counter.builder("queen_proxy_refusals")
                .description("Requests refused, or let through in shadow mode that would have been")
                .tags("code", label.code(), "kind", label.kind(), "mode", label.mode())
                .register(metrics);
    }
}
