package queencell.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// CPU time as the kernel counts it, user and system together, in ticks of 10 ms.
public final class Cpu {
    private static final long NANOS_A_TICK = 10_000_000;
    private static final int USER = 13;
    private static final int CHILDREN_SYSTEM = 16;

    private Cpu() {}

    /// Of these processes so far, with threads of theirs that have ended.
    static Duration of(List<Long> pids) {
        long ticks = 0;
        for (long pid : pids) {
            ticks += sum(pid, USER, USER + 1);
        }
        return Duration.ofNanos(ticks * NANOS_A_TICK);
    }

    /// Of a process so far, with its children, those that have ended included.
    public static Duration ofTree(long pid) {
        long ticks = sum(pid, USER, CHILDREN_SYSTEM);
        for (ProcessHandle child : ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .toList()) {
            try {
                ticks += sum(child.pid(), USER, USER + 1);
            } catch (IllegalStateException ended) {
                // its parent has counted it by now
                continue;
            }
        }
        return Duration.ofNanos(ticks * NANOS_A_TICK);
    }

    /// Of the children of this process that have ended.
    static Duration ofEndedChildren() {
        return Duration.ofNanos(
                sum(ProcessHandle.current().pid(), CHILDREN_SYSTEM - 1, CHILDREN_SYSTEM) * NANOS_A_TICK);
    }

    /// Of the whole machine so far.
    static Duration ofMachine() {
        String[] words =
                read(Path.of("/proc/stat")).lines().findFirst().orElse("").split(" +");
        // user, nice, system, then idle and waiting, then interrupts
        long ticks = ticks(words, 1) + ticks(words, 2) + ticks(words, 3) + ticks(words, 6) + ticks(words, 7);
        return Duration.ofNanos(ticks * NANOS_A_TICK);
    }

    private static long ticks(String[] words, int at) {
        return Long.parseLong(words[at]);
    }

    private static long sum(long pid, int from, int to) {
        String stat = read(Path.of("/proc/" + pid + "/stat"));
        // the name of the program may hold blanks
        String[] words = ("pid name " + stat.substring(stat.lastIndexOf(')') + 2)).split(" ");
        long sum = 0;
        for (int at = from; at <= to; at++) {
            sum += Long.parseLong(words[at]);
        }
        return sum;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ended) {
            throw new IllegalStateException(file + " cannot be read: the process has ended", ended);
        }
    }
}
