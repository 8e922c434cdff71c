package queencell.dev.command;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import queencell.dev.CellState;
import queencell.dev.Ending;
import queencell.dev.Progress;
import queencell.dev.process.Signal;

/// Drains and ends the cell, whoever started it.
@Command(name = "stop", mixinStandardHelpOptions = true, description = "Drain and end the cell.")
final class StopCommand implements Callable<Integer> {

    /// What a launcher needs to drain four parts.
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Override
    public Integer call() {
        System.out.println(stop() ? "The cell is stopped; its data stays." : "No cell runs here.");
        return 0;
    }

    /// @return whether there was anything to end
    static boolean stop() {
        CellState state = Context.state();
        if (!state.owned()) {
            return false;
        }
        Progress progress = Context.progress();
        if (!state.detached()) {
            // its own launcher drains in order
            progress.step("Asking the launcher, pid %d, to drain"
                    .formatted(state.launcher().pid()));
            state.launcher().end(Signal.TERM, PATIENCE);
            state = Context.stateFile().read();
        }
        Ending.end(state.parts(), progress);
        Context.stateFile().write(state.asStopped());
        return true;
    }
}
