package queencell.proxy;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import queencell.log.EventLog;
import queencell.log.EventSink;

/// The event lines of this JVM, as long as a test listens.
public final class HeardLog implements AutoCloseable {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    public HeardLog() {
        EventSink.use(new EventSink(EventLog.Level.INFO, false, Clock.systemUTC(), written));
    }

    /// Lines of this event so far.
    public List<String> lines(String event) {
        return written.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("event=" + event + " "))
                .toList();
    }

    @Override
    public void close() {
        EventSink.use(
                new EventSink(EventLog.Level.INFO, false, Clock.systemUTC(), new FileOutputStream(FileDescriptor.out)));
    }
}
