package queencell.dev.command;

import java.nio.file.Path;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;
import queencell.dev.CellFolders;
import queencell.dev.CellState;
import queencell.dev.Leftovers;
import queencell.dev.Progress;
import queencell.dev.StateFile;

/// What every command begins with: the folders, the caller, the lines for a person, and the end of what a killed
/// launcher left.
final class Context {

    /// Another state folder than `.cell/`: two cells of one repository, or the cell of a test.
    private static final String STATE_PROPERTY = "cell.state";

    private Context() {}

    static CellFolders folders() {
        Path root = CellFolders.findRoot();
        return new CellFolders(root, root.resolve(System.getProperty(STATE_PROPERTY, ".cell")));
    }

    static CallerEnvironment caller() {
        return CallerEnvironment.ofThisProcess();
    }

    /// Lines on the error stream: the output stays for what was asked.
    static Progress progress() {
        return Progress.lines(System.err);
    }

    static CellState state() {
        return Leftovers.end(folders(), progress());
    }

    /// The state of a cell that has run at least once.
    static CellState stateOfUsedCell() {
        CellState state = state();
        if (state.pxdb().isEmpty()) {
            throw new CellFault("No cell has run here yet: start one with ./cell up.");
        }
        return state;
    }

    static StateFile stateFile() {
        return new StateFile(folders().stateFile());
    }
}
