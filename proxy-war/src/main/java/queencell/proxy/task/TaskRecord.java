package queencell.proxy.task;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/// What an operator can ask about one task: when it last did its work, how long the last run took, how often it
/// failed. One thread writes, any thread reads.
final class TaskRecord {
    private final Counter failures;
    private volatile double lastSuccess;
    private volatile double lastSeconds;

    private TaskRecord(Counter failures) {
        this.failures = failures;
    }

    static TaskRecord of(BackgroundTask task, MeterRegistry registry) {
        var record = new TaskRecord(Counter.builder("queen_proxy_task_failures")
                .description("Runs of a background task that did not do their work")
                .tag("task", task.wireName())
                .register(registry));
        Gauge.builder("queen_proxy_task_last_success_timestamp_seconds", record, each -> each.lastSuccess)
                .description("When a background task last did its work; 0 before the first time")
                .tag("task", task.wireName())
                .strongReference(true)
                .register(registry);
        Gauge.builder("queen_proxy_task_last_duration_seconds", record, each -> each.lastSeconds)
                .description("How long the last run of a background task took")
                .tag("task", task.wireName())
                .strongReference(true)
                .register(registry);
        return record;
    }

    void ran(boolean done, Duration took) {
        lastSeconds = took.toNanos() / 1e9;
        if (done) {
            lastSuccess = System.currentTimeMillis() / 1e3;
        } else {
            failures.increment();
        }
    }
}
