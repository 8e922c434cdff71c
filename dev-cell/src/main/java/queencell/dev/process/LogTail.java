package queencell.dev.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Reads the end of a log without loading the whole of it.
public final class LogTail {

    /// More than any start writes; bounds what a runaway log costs.
    private static final int MOST_BYTES = 512 * 1024;

    private LogTail() {}

    public static long size(Path log) {
        try {
            return Files.exists(log) ? Files.size(log) : 0;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + log, unreadable);
        }
    }

    /// The lines from byte `from` on, at most the last half a megabyte; none when there is no such file.
    public static List<String> since(Path log, long from) {
        long size = size(log);
        long begin = Math.max(Math.min(from, size), size - MOST_BYTES);
        return size == 0 ? List.of() : read(log, begin, (int) (size - begin));
    }

    /// The last lines.
    public static List<String> last(Path log, int count) {
        List<String> lines = since(log, 0);
        return lines.subList(Math.max(0, lines.size() - count), lines.size());
    }

    private static List<String> read(Path log, long begin, int length) {
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            channel.position(begin);
            var bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // read on
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + log, unreadable);
        }
    }
}
