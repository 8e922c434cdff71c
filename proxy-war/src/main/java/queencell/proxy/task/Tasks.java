package queencell.proxy.task;

import static queencell.log.Field.field;

import queencell.log.EventLog;

/// Where work of the background runs, and how it survives its own failures.
public final class Tasks {
    /// Executor for look-ups and other single pieces of work; virtual threads, so they may block.
    public static final String VIRTUAL = "java:app/concurrent/proxyVirtual";
    /// Executor for periodic tasks.
    public static final String SCHEDULED = "java:app/concurrent/proxyScheduled";

    private static final EventLog LOG = EventLog.of("tasks");

    private Tasks() {}

    /// A task whose failure ends this run only: an executor would never call it again.
    public static Runnable surviving(String name, Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | LinkageError fault) {
                LOG.error("task_failed", fault, field("task", name));
            }
        };
    }
}
