package queencell.log;

import java.util.Locale;
import java.util.Optional;

/// Writes events of one target (a room's name): one event, one line, the same fields as text or as JSON.
///
/// Lines go straight to the process's standard output, past the container's own logging, which would wrap them.
/// Thread-safe. What may be written: states and faults, never keys, tokens, cookies, payloads or query strings.
public final class EventLog {
    private final String target;

    private EventLog(String target) {
        this.target = target;
    }

    public static EventLog of(String target) {
        return new EventLog(target);
    }

    public enum Level {
        DEBUG,
        INFO,
        WARN,
        ERROR;

        /// Reads `LOG_LEVEL`; an unknown word counts as `info`, since a typo must not silence errors.
        static Level parse(String text) {
            return known(text).orElse(INFO);
        }

        /// What a start should say of a `LOG_LEVEL`; nothing of one that is not set.
        public static Optional<String> doubt(String text) {
            return text == null || text.isEmpty() || known(text).isPresent()
                    ? Optional.empty()
                    : Optional.of("LOG_LEVEL is `%s`, which counts as `info`: write `debug`, `info`, `warn` or `error`"
                            .formatted(text));
        }

        private static Optional<Level> known(String text) {
            return Optional.ofNullable(
                    switch (text == null ? "" : text.strip().toLowerCase(Locale.ROOT)) {
                        case "debug", "trace" -> DEBUG;
                        case "info" -> INFO;
                        case "warn", "warning" -> WARN;
                        case "error" -> ERROR;
                        default -> null;
                    });
        }
    }

    /// Whether a debug line would be written: guards work that only builds its fields.
    public boolean debugs() {
        return EventSink.current().writes(Level.DEBUG);
    }

    public void debug(String event, Field... fields) {
        write(Level.DEBUG, event, null, fields);
    }

    public void info(String event, Field... fields) {
        write(Level.INFO, event, null, fields);
    }

    public void warn(String event, Field... fields) {
        write(Level.WARN, event, null, fields);
    }

    public void warn(String event, Throwable fault, Field... fields) {
        write(Level.WARN, event, fault, fields);
    }

    public void error(String event, Field... fields) {
        write(Level.ERROR, event, null, fields);
    }

    public void error(String event, Throwable fault, Field... fields) {
        write(Level.ERROR, event, fault, fields);
    }

    private void write(Level level, String event, Throwable fault, Field... fields) {
        EventSink sink = EventSink.current();
        if (sink.writes(level)) {
            sink.write(level, target, event, fault, fields);
        }
    }
}
