package queencell.dev.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import queencell.dev.CellFault;
import queencell.dev.postgres.PostgresBinaries;

/// Ends the cell and forgets its data.
@Command(
        name = "reset",
        mixinStandardHelpOptions = true,
        description =
                "End the cell and delete its data, logs and secrets. A PostgreSQL or broker of yours is not touched.")
final class ResetCommand implements Callable<Integer> {

    /// Programs and the class archives stay: they are no data, and unpacking them again costs time.
    private static final List<String> FORGOTTEN = List.of(
            "postgres/data",
            "postgres/password",
            "broker-spool",
            "proxy-spool",
            "secrets",
            "logs",
            "run",
            "state.json");

    @Override
    public Integer call() {
        StopCommand.stop();
        Path state = Context.folders().state();
        for (String name : FORGOTTEN) {
            try {
                PostgresBinaries.remove(state.resolve(name));
            } catch (IOException denied) {
                throw new CellFault(
                        "%s cannot be deleted: %s. Delete it by hand."
                                .formatted(state.resolve(name), denied.getMessage()),
                        denied);
            }
        }
        System.out.println("The cell is empty; ./cell up begins anew.");
        return 0;
    }
}
