package queencell.dev.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A process as it can be recognised later: number and start time, because numbers are used again.
///
/// @param pid the process number
/// @param startedMillis its start on the system's clock; 0 where the system does not tell, which matches nothing
public record Mark(long pid, long startedMillis) {

    /// Start times are derived from the boot time, which moves when the clock is set.
    private static final long TOLERANCE_MILLIS = 2_000;

    public static Mark of(ProcessHandle process) {
        long started = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return new Mark(process.pid(), started);
    }

    /// The process, if it still lives and is the same one. A process that only waits to be reaped counts as ended.
    public Optional<ProcessHandle> live() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(this::isSame)
                .filter(process -> !zombie());
    }

    public boolean alive() {
        return live().isPresent();
    }

    private boolean isSame(ProcessHandle process) {
        return startedMillis != 0 && Math.abs(of(process).startedMillis - startedMillis) <= TOLERANCE_MILLIS;
    }

    /// In a container without an init nobody reaps what a killed launcher left.
    private boolean zombie() {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            int afterName = stat.lastIndexOf(')') + 2;
            return stat.startsWith("Z", afterName);
        } catch (IOException _) {
            // no such folder: another system than Linux, or it just ended
            return false;
        }
    }

    /// Asks the process to end, waits, and kills it when it does not. Returns whether it ended by itself.
    public boolean end(Signal signal, Duration patience) {
        Optional<ProcessHandle> found = live();
        if (found.isEmpty()) {
            return true;
        }
        signal.send(found.get());
        if (awaitEnd(patience)) {
            return true;
        }
        kill();
        return false;
    }

    /// Ends the process at once, without a chance to drain.
    public void kill() {
        live().ifPresent(process -> {
            Signal.KILL.send(process);
            awaitEnd(Duration.ofSeconds(10));
        });
    }

    /// Waits until the process has ended; false when it has not in time.
    public boolean awaitEnd(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (alive()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Pause.millis(25);
        }
        return true;
    }
}
