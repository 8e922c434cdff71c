package queencell.proxy.task;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import queencell.log.EventLog;
import queencell.process.BrokenClass;

/// Where work of the background runs, and how it survives its own failures.
public final class Tasks {
    /// Executor for what runs long; virtual threads, so it may block.
    public static final String VIRTUAL = "java:app/concurrent/proxyVirtual";
    /// Executor for periodic tasks.
    public static final String SCHEDULED = "java:app/concurrent/proxyScheduled";

    private static final EventLog LOG = EventLog.of("tasks");

    private Tasks() {}

    /// One run of a task.
    @FunctionalInterface
    public interface Work {
        /// Whether the run did what the task is for; a failure that it has dealt with itself, and told, is `false`.
        boolean run();
    }

    /// Runs the task for as long as the process lives: first after `first`, then `period` after the end of each run. A
    /// slow run therefore delays the next one, and no two runs of a task ever overlap. A failure ends its run only.
    ///
    /// @param registry keeps when the task last succeeded and how long it took
    public static Future<?> repeat(
            ScheduledExecutorService executor,
            MeterRegistry registry,
            BackgroundTask task,
            Duration first,
            Duration period,
            Work work) {
        var record = TaskRecord.of(task, registry);
        return executor.scheduleWithFixedDelay(
                () -> runOnce(task, record, work), first.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void runOnce(BackgroundTask task, TaskRecord record, Work work) {
        long began = System.nanoTime();
        boolean done = false;
        try {
            done = work.run();
        } catch (Throwable fault) {
            // an executor would never call it again, whatever it was
            BrokenClass.endsProcess(LOG, fault);
            LOG.error("task_failed", fault, field("task", task.wireName()));
        } finally {
            record.ran(done, Duration.ofNanos(System.nanoTime() - began));
        }
    }
}
