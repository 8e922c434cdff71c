package queencell.bench.load;

import java.util.Locale;
import picocli.CommandLine;
import queencell.dev.CellFault;

/// How a load command runs, and how it ends when it cannot go on: one sentence, status 1.
public final class Commands {
    private Commands() {}

    /// Runs it and ends the process.
    public static void run(Object command, String... words) {
        // figures are written with a point
        Locale.setDefault(Locale.ROOT);
        var line = new CommandLine(command);
        line.setExecutionExceptionHandler((fault, failed, _) -> {
            if (!(fault instanceof CellFault)) {
                throw fault;
            }
            failed.getErr().println(fault.getMessage());
            return 1;
        });
        System.exit(line.execute(words));
    }
}
