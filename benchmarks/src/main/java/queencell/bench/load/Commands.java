package queencell.bench.load;

import picocli.CommandLine;
import queencell.dev.CellFault;

/// How a load command ends when it cannot go on: one sentence, status 1.
public final class Commands {
    private Commands() {}

    public static CommandLine of(Object command) {
        var line = new CommandLine(command);
        line.setExecutionExceptionHandler((fault, failed, _) -> {
            if (!(fault instanceof CellFault)) {
                throw fault;
            }
            failed.getErr().println(fault.getMessage());
            return 1;
        });
        return line;
    }
}
