package queencell.start;

import java.net.URLConnection;

/// Lets every reader of a `jar:` address open the file for itself.
///
/// By default the JVM opens a jar once and lets all readers share it. At the end of its own start the container closes
/// whatever is shared so, also what is being read at that moment (`CleanupPostBoot`): a class of ours or of a library
/// that reads a resource while it is initialised, on a thread that is already serving, is then broken for good
/// (`zip file closed`), and the process never becomes ready.
final class OwnJarFiles {
    private OwnJarFiles() {}

    /// Holds for the whole process, from now on.
    static void require() {
        URLConnection.setDefaultUseCaches("jar", false);
    }
}
