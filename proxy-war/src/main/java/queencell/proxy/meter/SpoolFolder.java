package queencell.proxy.meter;

import static queencell.log.Field.field;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import queencell.log.EventLog;

/// The folder of the spool: which files are in it, oldest first, and where lines go that nobody can read
/// (control plane, 12).
record SpoolFolder(Path path) {
    private static final EventLog LOG = EventLog.of("meter");
    private static final String SUFFIX = ".buf";
    private static final String REJECTED = "meter-rejected.log";
    private static final long MOST_REJECTED_BYTES = 1 << 20;

    /// Makes the folder. Where that fails, the process serves on, and usage is lost whenever a flush fails.
    void create() {
        try {
            Files.createDirectories(path);
        } catch (IOException denied) {
            LOG.warn(
                    "spool_unusable",
                    denied,
                    field("folder", path),
                    field("effect", "usage is lost while the database does not answer"),
                    field("fix", "set QUEEN_PROXY_SPOOL_DIR to a folder that this process may write"));
        }
    }

    /// Lexical order is age order.
    List<Path> files() {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException denied) {
            LOG.warn("spool_unlisted", denied, field("folder", path));
            return List.of();
        }
    }

    long bytes() {
        return files().stream().mapToLong(SpoolFolder::sizeOf).sum();
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            // another process has just served and deleted it
            return 0;
        }
    }

    /// @param sequence keeps two files of one millisecond apart
    Path newFile(long epochMillis, int sequence) {
        return path.resolve("meter-%013d-%08d%s".formatted(epochMillis, sequence, SUFFIX));
    }

    /// Keeps lines that could not be read as evidence, up to a cap; beyond it they are only counted in the log.
    void reject(Path origin, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        Path rejected = path.resolve(REJECTED);
        boolean kept = false;
        try {
            long room = MOST_REJECTED_BYTES - (Files.exists(rejected) ? Files.size(rejected) : 0);
            byte[] bytes = String.join("\n", lines).concat("\n").getBytes(StandardCharsets.UTF_8);
            kept = bytes.length <= room;
            if (kept) {
                Files.write(rejected, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        } catch (IOException denied) {
            kept = false;
        }
        LOG.warn(
                "spool_lines_skipped",
                field("file", origin.getFileName()),
                field("lines", lines.size()),
                field("kept_in", kept ? REJECTED : "nothing: the log is full or cannot be written"));
    }
}
