package queencell.dev;

/// What a killed launcher left running.
public final class Leftovers {

    private Leftovers() {}

    /// Ends the processes that the state file names, that live, and that no launcher stands for any more.
    ///
    /// @return the state afterwards
    public static CellState end(CellFolders folders, Progress progress) {
        var file = new StateFile(folders.stateFile());
        CellState state = file.read();
        if (!state.leftOver()) {
            return state;
        }
        progress.step("Ending what a killed launcher left");
        Ending.end(state.parts(), progress);
        CellState after = state.asStopped();
        file.write(after);
        return after;
    }
}
