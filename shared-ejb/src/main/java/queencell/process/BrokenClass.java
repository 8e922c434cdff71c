package queencell.process;

import static queencell.log.Field.field;

import java.util.concurrent.atomic.AtomicBoolean;
import queencell.log.EventLog;

/// Ends a process in which a class is broken: it failed while it was initialised, or was not found. The JVM never tries
/// such a class again. Whatever needs it fails until the process is started anew, and the container would stay up with
/// an application that is never ready.
public final class BrokenClass {
    /// Causes can go round in a circle.
    private static final int DEEPEST = 32;

    private static final AtomicBoolean ENDING = new AtomicBoolean();

    private BrokenClass() {}

    /// For whoever catches the faults of others. Never waits; of several such faults the first gets a line.
    ///
    /// @param log gets the line
    /// @param fault any; it ends the process, with status 1, when a broken class is the cause
    public static void endsProcess(EventLog log, Throwable fault) {
        if (isBehind(fault) && ENDING.compareAndSet(false, true)) {
            log.error("class_broken", fault, field("effect", "the process ends, so that it can be started anew"));
            ProcessEnd.soon(System::exit);
        }
    }

    static boolean isBehind(Throwable fault) {
        Throwable cause = fault;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof ExceptionInInitializerError || cause instanceof NoClassDefFoundError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
