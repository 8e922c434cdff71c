package queencell.dev.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;
import queencell.dev.Part;

/// One process of a cell, started by this launcher.
///
/// @param part what it is
/// @param process its handle
/// @param mark how another launcher recognises it
/// @param log both of its streams
/// @param logFrom where this process's own text begins in that file
public record Child(Part part, Process process, Mark mark, Path log, long logFrom) {

    /// Starts a program in a session of its own, with exactly this environment, its output appended to `log`.
    public static Child start(Part part, List<String> command, Map<String, String> environment, Path folder, Path log) {
        try {
            long logFrom = LogTail.size(log);
            var builder = new ProcessBuilder(Session.own(command, new CallerEnvironment(Map.copyOf(System.getenv()))))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            return new Child(part, process, Mark.of(process.toHandle()), log, logFrom);
        } catch (IOException refused) {
            throw new CellFault(
                    "%s does not start: %s. Command: %s"
                            .formatted(part.sentenceBegin(), refused.getMessage(), String.join(" ", command)),
                    refused);
        }
    }

    /// Waits until `ready` says so. Fails when the process ends, when `cause` finds in the log that it will never be
    /// ready, or when the time is up.
    public void await(BooleanSupplier ready, LogCause cause, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        long seen = logFrom;
        while (!ready.getAsBoolean()) {
            if (!process.isAlive()) {
                throw fault("ended with status %d".formatted(process.exitValue()), cause, "it said nothing");
            }
            long size = LogTail.size(log);
            if (size != seen && cause.broken(LogTail.since(log, logFrom))) {
                throw fault("does not start", cause, "its log does not say why");
            }
            seen = size;
            if (System.nanoTime() > deadline) {
                throw fault("is not ready after %d s".formatted(patience.toSeconds()), cause, "its log shows no fault");
            }
            Pause.millis(150);
        }
    }

    private CellFault fault(String what, LogCause cause, String otherwise) {
        String why = cause.of(LogTail.since(log, logFrom)).orElse(otherwise).replaceAll("[.\\s]+$", "");
        return CellFault.of(
                "%s %s: %s. Correct that and start again; its log: %s", part.sentenceBegin(), what, why, log);
    }
}
