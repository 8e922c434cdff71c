package queencell.dev;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The account's home, found even when `HOME` is empty or unset.
///
/// Java's `user.home` comes from the account's passwd entry, which is why it is the second choice and not `HOME`'s
/// substitute only on some systems.
public final class HomeFolder {

    private HomeFolder() {}

    /// `HOME` when it names a folder, else the home of the account, else nothing.
    public static Optional<Path> find(CallerEnvironment caller) {
        return caller.value("HOME").flatMap(HomeFolder::folder).or(HomeFolder::ofAccount);
    }

    /// The home in the account's passwd entry, whatever `HOME` says.
    public static Optional<Path> ofAccount() {
        return Optional.ofNullable(System.getProperty("user.home")).flatMap(HomeFolder::folder);
    }

    /// Where programs of the cell that are kept between clones live: `$XDG_CACHE_HOME/queen-cell`,
    /// `~/.cache/queen-cell`, or the state folder where there is no home.
    public static Path cache(CallerEnvironment caller, CellFolders folders) {
        return caller.value("XDG_CACHE_HOME")
                .map(Path::of)
                .or(() -> find(caller).map(home -> home.resolve(".cache")))
                .map(cache -> cache.resolve("queen-cell"))
                .orElse(folders.state().resolve("cache"));
    }

    private static Optional<Path> folder(String name) {
        Path path = Path.of(name);
        return path.isAbsolute() && Files.isDirectory(path) ? Optional.of(path) : Optional.empty();
    }
}
