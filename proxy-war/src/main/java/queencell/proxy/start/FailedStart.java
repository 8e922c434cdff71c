package queencell.proxy.start;

import static queencell.log.Field.field;

import queencell.log.EventLog;

/// Ends a process that cannot start, with one line and status 1 (pipeline, 14.1).
final class FailedStart {
    private static final EventLog LOG = EventLog.of("start");

    private FailedStart() {}

    /// The exception to throw out of the deployment. The exit runs on a thread of its own: called here, it would wait
    /// for
    /// the deployment that waits for it.
    static IllegalStateException end(RuntimeException cause) {
        String reason = String.valueOf(cause.getMessage()).replaceAll("\\s*\\R\\s*", " ");
        LOG.error("start_failed", field("reason", reason));
        Thread.ofPlatform().name("failed-start").daemon().start(() -> System.exit(1));
        return new IllegalStateException("the proxy cannot start: " + reason, cause);
    }
}
