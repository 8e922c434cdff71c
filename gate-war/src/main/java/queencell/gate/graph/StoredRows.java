package queencell.gate.graph;

import java.util.List;
import java.util.Optional;
import queencell.broker.KvRow;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.JsonText;

/// Reads rows of the store. A row that cannot be read is a newer build's, and is left alone.
final class StoredRows {

    private StoredRows() {}

    static Optional<Inventory.Stored> graph(GraphId id, KvRow row) {
        if (!(JsonText.parse(row.value().bytes()) instanceof JsonText.Parsed parsed)) {
            return Optional.empty();
        }
        return switch (DocumentReader.read(parsed.value())) {
            case DocumentReader.Read read ->
                Optional.of(new Inventory.Stored(
                        read.document().named(id.application(), id.graph()), row.version(), List.of()));
            case DocumentReader.Refused refused -> Optional.empty();
        };
    }

    static Optional<Inventory.Stored> target(String application, KvRow row) {
        return Optional.empty();
    }

    /// `shop.orders` became the graph `orders`.
    static String graphOfTarget(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
