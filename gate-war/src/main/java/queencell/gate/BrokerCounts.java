package queencell.gate;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import queencell.broker.CallKind;
import queencell.broker.CallListener;
import queencell.log.EventLog;
import queencell.log.Sampler;

/// Counts what Gate asks of its broker (wire, 23.8). Thread-safe; a call costs one look-up.
final class BrokerCounts implements CallListener {
    private static final EventLog LOG = EventLog.of("gate.broker");

    private final MeterRegistry registry;
    private final Map<Exchanged, Counter> exchanges = new ConcurrentHashMap<>();
    private final Sampler failures = Sampler.every(Duration.ofSeconds(5));
    private final Counter leasesLost;
    private final Counter unresolvable;

    private record Exchanged(CallKind kind, int status) {}

    BrokerCounts(MeterRegistry registry) {
        this.registry = registry;
        this.leasesLost = registry.counter("gate.broker.leases.lost");
        this.unresolvable = registry.counter("gate.broker.acks.unresolvable");
    }

    @Override
    public void exchanged(CallKind kind, int status, Duration took) {
        exchanges.computeIfAbsent(new Exchanged(kind, status), this::counter).increment();
    }

    /// A status of 0 is a call without an answer.
    private Counter counter(Exchanged exchanged) {
        return registry.counter(
                "gate.broker.calls", "kind", word(exchanged.kind()), "status", Integer.toString(exchanged.status()));
    }

    @Override
    public void repeated(CallKind kind, String cause) {
        registry.counter("gate.broker.repeats", "kind", word(kind)).increment();
    }

    @Override
    public void throttled(CallKind kind, Duration wait) {
        registry.counter("gate.broker.throttled", "kind", word(kind)).increment();
    }

    @Override
    public void backendFailed(String backend, String cause) {
        failures.letThrough()
                .ifPresent(suppressed -> LOG.warn(
                        "broker_failed",
                        field("backend", backend),
                        field("cause", cause),
                        field("suppressed", suppressed)));
    }

    @Override
    public void transactionRefused(String reason) {
        registry.counter("gate.broker.transactions.refused", "reason", reason).increment();
    }

    @Override
    public void leaseLost() {
        leasesLost.increment();
    }

    @Override
    public void ackUnresolvable() {
        unresolvable.increment();
    }

    @Override
    public void severalBackends(int count) {
        LOG.warn(
                "several_brokers",
                field("count", count),
                field(
                        "why",
                        "without a mesh between them a push through one is seen by polls on another after up to 30 s"));
    }

    private static String word(CallKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
