package queencell.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;

/// Where event lines go. One per application, chosen by `LOG_LEVEL` and `QUEEN_LOG_JSON`; tests put in their own.
public final class EventSink {
    private static volatile EventSink current = fromEnvironment(System.getenv());

    private final EventLog.Level threshold;
    private final boolean json;
    private final Clock clock;
    private final OutputStream out;

    public EventSink(EventLog.Level threshold, boolean json, Clock clock, OutputStream out) {
        this.threshold = threshold;
        this.json = json;
        this.clock = clock;
        this.out = out;
    }

    static EventSink fromEnvironment(Map<String, String> environment) {
        // the descriptor itself: the container replaces System.out by a stream that wraps every line
        return new EventSink(
                EventLog.Level.parse(environment.get("LOG_LEVEL")),
                "true".equals(environment.get("QUEEN_LOG_JSON")),
                Clock.systemUTC(),
                new FileOutputStream(FileDescriptor.out));
    }

    static EventSink current() {
        return current;
    }

    /// Replaces the sink of this application; for start-up and tests.
    public static void use(EventSink sink) {
        current = sink;
    }

    boolean writes(EventLog.Level level) {
        return level.compareTo(threshold) >= 0;
    }

    void write(EventLog.Level level, String target, String event, Throwable fault, Field... fields) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        String line = json
                ? JsonLine.of(now, level, target, event, fault, fields)
                : TextLine.of(now, level, target, event, fault, fields);
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            synchronized (out) {
                out.write(bytes);
                out.flush();
            }
        } catch (IOException nobodyListens) {
            // a closed standard output must not stop the work that wanted to report
        }
    }

    static String levelText(EventLog.Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
