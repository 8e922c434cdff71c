package queencell.start;

import static queencell.log.Field.field;

import java.util.function.IntConsumer;
import queencell.log.EventLog;
import queencell.process.ProcessEnd;
import queencell.schema.SchemaUpdateException;
import queencell.settings.InvalidSettingException;

/// Starts an application inside the container. A process whose application cannot start ends, with one line and
/// status 1 (pipeline, 14.1): the container would go on without it.
public final class ApplicationStart {
    private ApplicationStart() {}

    /// Starts the application; whatever comes out of that, an error included, ends the process.
    ///
    /// @param log gets the line
    /// @throws IllegalStateException for the deployment, when the start failed
    public static void run(EventLog log, Runnable start) {
        run(log, start, System::exit);
    }

    static void run(EventLog log, Runnable start, IntConsumer exit) {
        OwnJarFiles.require();
        try {
            start.run();
        } catch (Throwable wrapped) {
            Throwable cause = rootOf(wrapped);
            String reason = textOf(cause);
            log.error("start_failed", field("reason", reason));
            ProcessEnd.soon(exit);
            throw new IllegalStateException("the start failed: " + reason, cause);
        }
    }

    /// The container wraps what a producer or a bean threw.
    private static Throwable rootOf(Throwable wrapped) {
        Throwable reason = wrapped;
        for (Throwable each = wrapped; each != null; each = each.getCause()) {
            if (each instanceof InvalidSettingException || each instanceof SchemaUpdateException) {
                return each;
            }
            if (each instanceof Error || each instanceof RuntimeException && each.getMessage() != null) {
                reason = each;
            }
        }
        return reason;
    }

    /// The message of an error is the name of a class at best.
    private static String textOf(Throwable cause) {
        boolean speaks = cause.getMessage() != null && !(cause instanceof Error);
        return (speaks ? cause.getMessage() : cause.toString()).replaceAll("\\s*\\R\\s*", " ");
    }
}
