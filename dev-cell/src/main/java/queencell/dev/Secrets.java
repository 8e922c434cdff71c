package queencell.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Random secrets of one cell, made once and kept in files that only their owner may read.
final class Secrets {

    private Secrets() {}

    /// 32 random bytes as hex, the same at every call for the same file.
    static String kept(Path file) {
        try {
            if (!Files.exists(file)) {
                byte[] random = new byte[32];
                new SecureRandom().nextBytes(random);
                Files.createDirectories(file.getParent());
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(file, HexFormat.of().formatHex(random));
            }
            return Files.readString(file).strip();
        } catch (IOException denied) {
            throw new CellFault(
                    "The secret %s can neither be read nor made: %s. Make its folder writable."
                            .formatted(file, denied.getMessage()),
                    denied);
        }
    }
}
