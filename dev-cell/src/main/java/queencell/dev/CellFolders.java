package queencell.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where a cell finds what it runs (`root`, the repository) and keeps what it writes (`state`).
///
/// @param root the folder that holds the parent `pom.xml` and `payara-config/`
/// @param state `.cell/` for `./cell`, a folder under `system-tests/target/` for tests
public record CellFolders(Path root, Path state) {

    private static final String ROOT_PROPERTY = "cell.root";

    public CellFolders {
        root = root.toAbsolutePath().normalize();
        state = state.toAbsolutePath().normalize();
    }

    /// The repository: system property `cell.root`, else the nearest folder upwards that holds `payara-config/`.
    public static Path findRoot() {
        String given = System.getProperty(ROOT_PROPERTY);
        if (given != null) {
            return Path.of(given).toAbsolutePath().normalize();
        }
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("payara-config"))) {
                return folder;
            }
        }
        throw CellFault.of(
                "No folder from %s upwards holds payara-config/: start through ./cell, or set -D%s to the repository.",
                Path.of("").toAbsolutePath(), ROOT_PROPERTY);
    }

    public Path payaraConfig() {
        return root.resolve("payara-config");
    }

    public Path payaraJar() {
        return root.resolve("dev-cell/target/payara-micro.jar");
    }

    public Path war(Part part) {
        String name = part.key() + "-war";
        return root.resolve(name).resolve("target").resolve(name + ".war");
    }

    public Path log(Part part) {
        return log(part.key());
    }

    /// The log of a process by its name.
    public Path log(String name) {
        return logs().resolve(name + ".log");
    }

    public Path logs() {
        return made(state.resolve("logs"));
    }

    public Path stateFile() {
        return state.resolve("state.json");
    }

    public Path lockFile() {
        return made(state).resolve("lock");
    }

    /// A folder below the state folder, made if it is missing.
    public Path folder(String name) {
        return made(state.resolve(name));
    }

    private static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException denied) {
            throw new UncheckedIOException("cannot create %s: make its parent writable".formatted(folder), denied);
        }
    }
}
