package queencell.start;

import static queencell.log.Field.field;

import java.util.concurrent.atomic.AtomicBoolean;
import queencell.log.EventLog;

/// Ends a process in which a class cannot be used. The JVM never tries such a class again: whatever needs it fails
/// until
/// the process is started anew, and the container would stay up with an application that is never ready.
public final class BrokenClass {
    private static final AtomicBoolean ENDING = new AtomicBoolean();

    private BrokenClass() {}

    /// One line and status 1, for the first of them. Never waits.
    ///
    /// @param log gets the line
    public static void endProcess(EventLog log, LinkageError broken) {
        if (ENDING.compareAndSet(false, true)) {
            log.error("class_broken", broken, field("effect", "the process ends, so that it can be started anew"));
            ProcessEnd.soon(System::exit);
        }
    }
}
