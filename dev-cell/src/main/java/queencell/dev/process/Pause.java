package queencell.dev.process;

import queencell.dev.CellFault;

/// A short wait between two looks at something outside this process.
public final class Pause {

    private Pause() {}

    public static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CellFault("Interrupted: start again with ./cell up.", interrupted);
        }
    }
}
