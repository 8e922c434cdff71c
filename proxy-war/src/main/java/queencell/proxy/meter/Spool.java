package queencell.proxy.meter;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import queencell.log.EventLog;

/// Keeps usage on the disk while the database does not answer (control plane, 12). Thread-safe; blocks on the disk.
///
/// What it cannot keep it drops, counts and reports; it never throws, because there is nothing left to try.
final class Spool implements Closeable {
    private static final EventLog LOG = EventLog.of("meter");
    private static final long ROTATE_BYTES = 5 << 20;

    private final SpoolFolder folder;
    private final long maxBytes;
    private final InstantSource clock;
    private final Counter spooled;
    private final DropLog drops;
    private Optional<SpoolFile> open = Optional.empty();
    private int sequence;

    /// @param maxBytes 0 is unlimited
    Spool(SpoolFolder folder, long maxBytes, InstantSource clock, DropLog drops, MeterRegistry registry) {
        this.folder = folder;
        this.maxBytes = maxBytes;
        this.clock = clock;
        this.drops = drops;
        this.spooled = Counter.builder("queen_proxy_spooled_rows")
                .description("Usage rows that went to the disk spool because the database did not take them")
                .register(registry);
    }

    /// Writes one batch as a whole.
    ///
    /// @return whether it is on the disk
    synchronized boolean keep(UsageBatch batch) {
        String text = SpoolContent.format(batch);
        int rows = batch.lines().size();
        if (maxBytes > 0 && folder.bytes() + text.length() > maxBytes) {
            // the oldest usage is the better evidence: the new batch goes, the old files stay
            drops.dropped(rows, "spool_full");
            return false;
        }
        int lost = write(text, rows);
        spooled.increment(rows - lost);
        drops.dropped(lost, "spool_unwritable");
        return lost == 0;
    }

    /// Tries twice, the second time in a new file: in the old one a torn line would spoil the next row as well.
    ///
    /// @return rows that are not on the disk
    private int write(String text, int rows) {
        for (int attempt = 1; attempt <= 2; attempt++) {
            try {
                file().append(text);
                return 0;
            } catch (SpoolFile.Torn torn) {
                LOG.warn("spool_unwritten", torn, field("folder", folder.path()), field("attempt", attempt));
                closeFile();
                if (!torn.takenBack()) {
                    // the rest under the same id would be taken for the batch that is there already
                    return rows - wholeRows(text, torn.written());
                }
            } catch (IOException denied) {
                LOG.warn("spool_unwritten", denied, field("folder", folder.path()), field("attempt", attempt));
                closeFile();
            }
        }
        return rows;
    }

    private static int wholeRows(String text, int written) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int lines = 0;
        for (int i = 0; i < written; i++) {
            lines += bytes[i] == '\n' ? 1 : 0;
        }
        // the first line is the header
        return Math.max(0, lines - 1);
    }

    private SpoolFile file() throws IOException {
        if (open.isPresent() && open.get().size() >= ROTATE_BYTES) {
            closeFile();
        }
        while (open.isEmpty()) {
            // it may have been removed, or come back, since the start
            Files.createDirectories(folder.path());
            try {
                open = SpoolFile.create(folder.newFile(clock.millis(), sequence++));
            } catch (FileAlreadyExistsException taken) {
                // another process in the same folder, in the same millisecond: the next number is free
            }
        }
        return open.get();
    }

    /// The file being written becomes one of those that a recovery serves.
    synchronized void release() {
        closeFile();
    }

    /// Whether this spool writes to that file at present.
    synchronized boolean writes(Path file) {
        return open.filter(mine -> mine.path().equals(file)).isPresent();
    }

    private void closeFile() {
        open.ifPresent(file -> {
            try {
                file.close();
            } catch (IOException denied) {
                LOG.warn("spool_unclosed", denied, field("file", file.path().getFileName()));
            }
        });
        open = Optional.empty();
    }

    @Override
    public void close() {
        release();
    }
}
