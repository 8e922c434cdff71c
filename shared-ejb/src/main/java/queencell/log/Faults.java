package queencell.log;

import java.util.Arrays;
import java.util.Optional;

/// Words about an exception that fit on one line: its chain of causes, and the first frame of ours.
final class Faults {
    private static final int MOST_CAUSES = 5;

    private Faults() {}

    static String chain(Throwable fault) {
        var text = new StringBuilder();
        Throwable cause = fault;
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++, cause = cause.getCause()) {
            text.append(depth == 0 ? "" : " <- ").append(cause.getClass().getSimpleName());
            if (cause.getMessage() != null) {
                text.append(": ").append(cause.getMessage());
            }
        }
        return text.toString();
    }

    static Optional<String> origin(Throwable fault) {
        return Arrays.stream(fault.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("queencell."))
                .findFirst()
                .map(frame -> "%s:%d".formatted(frame.getFileName(), frame.getLineNumber()));
    }
}
