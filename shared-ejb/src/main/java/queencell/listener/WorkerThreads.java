package queencell.listener;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// How many event loops serve a process (pipeline, 16, `QUEEN_PROXY_WORKER_THREADS`).
public final class WorkerThreads {

    private static final Path CPU_MAX = Path.of("/sys/fs/cgroup/cpu.max");

    private WorkerThreads() {}

    /// @param asked 1 or more is taken as it is; anything else means: what the control group grants, else every
    ///     core
    public static int of(int asked) {
        return of(asked, cpuMax(), Runtime.getRuntime().availableProcessors());
    }

    /// @param cpuMax content of the control group's `cpu.max`: `<quota or max> <period>`
    static int of(int asked, Optional<String> cpuMax, int cores) {
        if (asked >= 1) {
            return asked;
        }
        return cpuMax.flatMap(WorkerThreads::granted)
                .map(granted -> Math.clamp(granted, 1, cores))
                .orElse(cores);
    }

    private static Optional<Long> granted(String cpuMax) {
        String[] parts = cpuMax.strip().split(" +");
        try {
            long quota = Long.parseLong(parts[0]);
            long period = Long.parseLong(parts[1]);
            return Optional.of(Math.ceilDiv(quota, period));
        } catch (RuntimeException unlimited) {
            return Optional.empty();
        }
    }

    private static Optional<String> cpuMax() {
        try {
            return Optional.of(Files.readString(CPU_MAX));
        } catch (IOException noControlGroup) {
            return Optional.empty();
        }
    }
}
