package queencell.dev;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import queencell.dev.postgres.PostgresBinaries;

/// What a cell has written and can do without.
public final class CellData {

    /// Programs and class archives stay: they are no data, and making them again costs time.
    private static final List<String> FORGOTTEN = List.of(
            "postgres/data",
            "postgres/password",
            "broker-spool",
            "proxy-spool",
            "secrets",
            "logs",
            "run",
            "state.json");

    private CellData() {}

    /// Deletes databases, spools, secrets and logs of a cell that does not run.
    public static void forget(CellFolders folders) {
        for (String name : FORGOTTEN) {
            Path path = folders.state().resolve(name);
            try {
                PostgresBinaries.remove(path);
            } catch (IOException denied) {
                throw new CellFault(
                        "%s cannot be deleted: %s. Delete it by hand.".formatted(path, denied.getMessage()), denied);
            }
        }
    }
}
