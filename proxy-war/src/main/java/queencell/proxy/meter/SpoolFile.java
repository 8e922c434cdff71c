package queencell.proxy.meter;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// One locked file of the spool. The lock says that somebody works on it: another process in the same folder leaves
/// it alone, so that it never reads a batch that is still being written. One thread at a time.
final class SpoolFile implements Closeable {
    /// A new file begins at a twelfth of it; what is larger was not written by any proxy, and might not fit the heap.
    static final long LONGEST = 64 << 20;

    private final Path path;
    private final FileChannel channel;

    private SpoolFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /// A new file, empty and locked.
    ///
    /// @return empty when somebody else has this name, or was quicker to lock it
    static Optional<SpoolFile> create(Path path) throws IOException {
        return locked(path, FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    /// A file that is there, locked.
    ///
    /// @return empty when another process works on it or has just deleted it
    static Optional<SpoolFile> claim(Path path) throws IOException {
        return locked(path, FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    private static Optional<SpoolFile> locked(Path path, FileChannel channel) throws IOException {
        boolean mine = false;
        try {
            // between opening and locking the other process may have served the file and deleted it
            mine = channel.tryLock() != null && Files.exists(path);
        } catch (OverlappingFileLockException ours) {
            // another spool of this very process
        } finally {
            if (!mine) {
                channel.close();
            }
        }
        return mine ? Optional.of(new SpoolFile(path, channel)) : Optional.empty();
    }

    Path path() {
        return path;
    }

    long size() throws IOException {
        return channel.size();
    }

    /// Appends all of it and has it on the disk, or takes back what was written of it.
    ///
    /// @throws Torn when it could not be written
    void append(String text) throws Torn {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        long before = -1;
        try {
            before = channel.size();
            channel.position(before);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        } catch (IOException refused) {
            throw new Torn(refused, takenBack(before), bytes.position());
        }
    }

    private boolean takenBack(long size) {
        try {
            if (size >= 0) {
                channel.truncate(size);
            }
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    /// @throws java.nio.charset.CharacterCodingException when it is not UTF-8
    /// @throws IOException also when it is longer than [#LONGEST]
    String read() throws IOException {
        if (channel.size() > LONGEST) {
            throw new IOException(
                    "it has %d bytes, at most %d are read: split it at a line break into files of this name"
                            .formatted(channel.size(), LONGEST));
        }
        // through the channel that holds the lock: to close another one would give the lock up
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // reads on
        }
        return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    }

    void delete() throws IOException {
        Files.delete(path);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /// A disk that took a batch not at all, or only its beginning.
    static final class Torn extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean takenBack;
        private final int written;

        Torn(IOException cause, boolean takenBack, int written) {
            super(cause.getMessage(), cause);
            this.takenBack = takenBack;
            this.written = written;
        }

        /// Whether nothing of the batch is left in the file.
        boolean takenBack() {
            return takenBack;
        }

        /// Bytes of the batch that may stand in the file.
        int written() {
            return takenBack ? 0 : written;
        }
    }
}
