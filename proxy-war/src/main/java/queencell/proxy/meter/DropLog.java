package queencell.proxy.meter;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import queencell.log.EventLog;
import queencell.log.Sampler;

/// Counts usage that is never written, and says so: at most once a minute and reason, with the running total. Nothing
/// is dropped in silence. Thread-safe.
final class DropLog {
    private static final EventLog LOG = EventLog.of("meter");

    private final MeterRegistry registry;
    private final Map<String, Reason> reasons = new ConcurrentHashMap<>();

    private record Reason(Counter counter, AtomicLong total, Sampler sampler) {}

    DropLog(MeterRegistry registry) {
        this.registry = registry;
        // there from the start, so that an alert has something to compare with
        for (String each : new String[] {"cluster_gone", "spool_full", "spool_unwritable"}) {
            reason(each);
        }
    }

    /// Counts only; the caller tells it itself.
    void count(int rows, String why) {
        reason(why).counter.increment(rows);
    }

    void dropped(int rows, String why) {
        if (rows <= 0) {
            return;
        }
        Reason reason = reason(why);
        reason.counter.increment(rows);
        long total = reason.total.addAndGet(rows);
        reason.sampler
                .letThrough()
                .ifPresent(_ -> LOG.error(
                        "usage_dropped", field("reason", why), field("rows", rows), field("rows_in_total", total)));
    }

    private Reason reason(String why) {
        return reasons.computeIfAbsent(
                why,
                name -> new Reason(
                        Counter.builder("queen_proxy_usage_rows_dropped")
                                .description("Usage rows that were never written")
                                .tag("reason", name)
                                .register(registry),
                        new AtomicLong(),
                        Sampler.every(Duration.ofMinutes(1))));
    }
}
