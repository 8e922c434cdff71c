package queencell.bench.load;

import java.nio.file.Files;
import java.nio.file.Path;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;
import queencell.dev.process.Executables;

/// The programs of the machine that a load run needs.
record Programs(Path nginx, Path wrk) {

    /// Refuses in one sentence that names what is missing and where to get it.
    static Programs find() {
        if (!Files.isReadable(Path.of("/proc/self/stat"))) {
            throw new CellFault("Load runs read the CPU time of processes in /proc: run them on Linux.");
        }
        return new Programs(program("nginx"), program("wrk"));
    }

    private static Path program(String name) {
        return Executables.onPath(name, CallerEnvironment.ofThisProcess())
                .or(() -> Executables.onPath(name, sbin()))
                .orElseThrow(() -> CellFault.of(
                        "No %s on PATH: install it (Debian and Ubuntu: apt-get install nginx-core wrk; Fedora: dnf install"
                                + " nginx wrk) and call this again.",
                        name));
    }

    /// Where servers lie, which is not on everybody's path.
    private static CallerEnvironment sbin() {
        return new CallerEnvironment(java.util.Map.of("PATH", "/usr/sbin:/usr/local/sbin:/sbin"));
    }
}
