package queencell.dev.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import queencell.dev.CellFault;

/// How a process is asked to end.
public enum Signal {
    /// Drain and end.
    TERM,
    /// PostgreSQL's fast shutdown: sessions are cut, data is safe. SIGTERM would wait for every session.
    INT,
    KILL;

    void send(ProcessHandle process) {
        switch (this) {
            case TERM -> process.destroy();
            case KILL -> process.destroyForcibly();
            case INT -> interrupt(process.pid());
        }
    }

    /// Java sends only TERM and KILL; every POSIX shell can send the third.
    private static void interrupt(long pid) {
        try {
            new ProcessBuilder("sh", "-c", "kill -INT \"$0\"", Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(5, TimeUnit.SECONDS);
        } catch (IOException noShell) {
            throw new CellFault(
                    "There is no `sh` on PATH, which ./cell needs to end PostgreSQL: install one.", noShell);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
