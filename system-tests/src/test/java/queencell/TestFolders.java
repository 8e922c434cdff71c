package queencell;

import queencell.dev.CellFolders;

/// Where the processes of a test run keep what they write: suites run in several JVMs at once, and each JVM has a
/// folder, a cell and ports of its own.
public final class TestFolders {

    /// Set by the build, another one for each JVM.
    private static final String FORK_PROPERTY = "cell.fork";

    private TestFolders() {}

    /// A folder below `system-tests/target` that no other JVM of this run uses.
    public static CellFolders named(String name) {
        var root = CellFolders.findRoot();
        return new CellFolders(
                root,
                root.resolve("system-tests/target")
                        .resolve(System.getProperty(FORK_PROPERTY, "fork-1"))
                        .resolve(name));
    }
}
