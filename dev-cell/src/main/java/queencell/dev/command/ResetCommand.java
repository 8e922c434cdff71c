package queencell.dev.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import queencell.dev.CellData;

/// Ends the cell and forgets its data.
@Command(
        name = "reset",
        mixinStandardHelpOptions = true,
        description =
                "End the cell and delete its data, logs and secrets. A PostgreSQL or broker of yours is not touched.")
final class ResetCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        StopCommand.stop();
        CellData.forget(Context.folders());
        System.out.println("The cell is empty; ./cell up begins anew.");
        return 0;
    }
}
