package queencell.dev;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// At most one launcher works on a state folder. The lock goes with the process that holds it.
final class CellLock implements AutoCloseable {

    private final FileChannel channel;

    private CellLock(FileChannel channel) {
        this.channel = channel;
    }

    static CellLock take(CellFolders folders) {
        Path file = folders.lockFile();
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (locked(channel)) {
                return new CellLock(channel);
            }
            channel.close();
        } catch (IOException denied) {
            throw new CellFault(
                    "%s cannot be opened: %s. Make its folder writable.".formatted(file, denied.getMessage()), denied);
        }
        throw CellFault.of(
                "Another launcher is at work on %s: see ./cell status, or end it with ./cell stop.", folders.state());
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            // another cell object of this JVM
            return false;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // the lock ends with the process at the latest
        }
    }
}
