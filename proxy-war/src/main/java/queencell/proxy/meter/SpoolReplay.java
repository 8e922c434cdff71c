package queencell.proxy.meter;

import static queencell.log.Field.field;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import queencell.log.EventLog;

/// Brings what lies in the spool into the database, oldest file first (control plane, 12). One thread at a time.
final class SpoolReplay {
    private static final EventLog LOG = EventLog.of("meter");
    private static final int FAILURES_IN_A_ROW = 3;
    private static final Duration BREAK = Duration.ofSeconds(30);

    private final SpoolFolder folder;
    private final Spool spool;
    private final Consumer<UsageBatch> writer;
    private final Pause pause;

    /// Waits between attempts.
    @FunctionalInterface
    interface Pause {
        /// Whether to go on; false when the process stops.
        boolean take(Duration length);
    }

    /// @param recovered files that are written and gone
    /// @param total files that there were
    record Pass(int recovered, int total) {
        boolean complete() {
            return recovered == total;
        }
    }

    /// @param spool of this process, whose open file is left alone
    /// @param writer throws when a batch could not be written
    SpoolReplay(SpoolFolder folder, Spool spool, Consumer<UsageBatch> writer, Pause pause) {
        this.folder = folder;
        this.spool = spool;
        this.writer = writer;
        this.pause = pause;
    }

    /// Tries every file once. After three failures in a row it rests, because the database is probably gone.
    Pass run() {
        List<Path> files =
                folder.files().stream().filter(file -> !spool.writes(file)).toList();
        if (files.isEmpty()) {
            return new Pass(0, 0);
        }
        LOG.info("spool_recovery_began", field("files", files.size()));
        int recovered = 0;
        int failuresInARow = 0;
        for (Path file : files) {
            if (failuresInARow == FAILURES_IN_A_ROW) {
                failuresInARow = 0;
                if (!pause.take(BREAK)) {
                    break;
                }
            }
            switch (serve(file)) {
                case DONE -> {
                    recovered++;
                    failuresInARow = 0;
                }
                case UNWRITTEN -> failuresInARow++;
                case LEFT_ALONE -> {}
            }
        }
        LOG.info("spool_recovery_ended", field("recovered", recovered), field("files", files.size()));
        return new Pass(recovered, files.size());
    }

    private enum Served {
        DONE,
        UNWRITTEN,
        LEFT_ALONE
    }

    private Served serve(Path path) {
        try {
            Optional<SpoolFile> claimed = SpoolFile.claim(path);
            if (claimed.isEmpty()) {
                LOG.info("spool_file_busy", field("file", path.getFileName()));
                return Served.LEFT_ALONE;
            }
            try (SpoolFile file = claimed.get()) {
                return serve(file);
            }
        } catch (NoSuchFileException gone) {
            // another process in this folder was quicker
            return Served.DONE;
        } catch (CharacterCodingException notOurs) {
            LOG.warn("spool_file_unreadable", field("file", path.getFileName()), field("reason", "it is not UTF-8"));
            return Served.LEFT_ALONE;
        } catch (IOException denied) {
            LOG.warn("spool_file_unreadable", denied, field("file", path.getFileName()));
            return Served.LEFT_ALONE;
        }
    }

    private Served serve(SpoolFile file) throws IOException {
        Path name = file.path().getFileName();
        SpoolContent content = SpoolContent.parse(name.toString(), file.read());
        for (UsageBatch batch : content.batches()) {
            try {
                writer.accept(batch);
            } catch (RuntimeException refused) {
                LOG.warn("spool_file_unwritten", refused, field("file", name), field("rows", content.rows()));
                return Served.UNWRITTEN;
            }
        }
        folder.reject(file.path(), content.malformed());
        file.delete();
        return Served.DONE;
    }
}
