package queencell.bench.load;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import queencell.dev.CellFolders;
import queencell.dev.Progress;

/// The proxy of another commit in front of the same stand-in, with the configuration of its own clone.
///
/// @param way to it; empty where nobody asked for one
record OtherBuild(Optional<BenchCell> cell, Optional<Way> way) implements AutoCloseable {

    /// @param clone a built clone of the repository
    /// @param ours what it writes goes below
    static OtherBuild start(
            Optional<Path> clone, CellFolders ours, URI broker, Map<String, String> settings, Progress progress) {
        if (clone.isEmpty()) {
            return new OtherBuild(Optional.empty(), Optional.empty());
        }
        var folders = new CellFolders(clone.get(), ours.folder("other"));
        BenchCell cell = BenchCell.start(folders, broker, settings, progress);
        try {
            Way way = cell.way("other", cell.tenant("bench", broker));
            return new OtherBuild(Optional.of(cell), Optional.of(way));
        } catch (RuntimeException failed) {
            cell.close();
            throw failed;
        }
    }

    @Override
    public void close() {
        cell.ifPresent(BenchCell::close);
    }
}
