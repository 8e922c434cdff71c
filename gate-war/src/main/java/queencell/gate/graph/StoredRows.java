package queencell.gate.graph;

import java.util.List;
import java.util.Optional;
import queencell.broker.KvRow;
import queencell.gate.document.JsonText;
import queencell.gate.legacy.Declarations;
import queencell.gate.plan.Names;

/// Reads rows of the store. A row that cannot be read is a newer build's, and is left alone.
final class StoredRows {

    private StoredRows() {}

    /// A document, or a v1 graph that stands under the key of one.
    static Optional<Inventory.Stored> graph(GraphId id, KvRow row) {
        return read(row, Declarations.Form.GRAPH, id.application(), id.graph(), row.version(), Optional.empty());
    }

    /// A v1 target. Its document is stored under another key, which does not exist yet: version 0.
    static Optional<Inventory.Stored> target(String application, KvRow row) {
        String name = row.key().substring(Names.legacyTargetKey(application, "").length());
        return read(row, Declarations.Form.TARGET, application, graphOfTarget(name), 0, Optional.of(row));
    }

    private static Optional<Inventory.Stored> read(
            KvRow row, Declarations.Form form, String application, String graph, long version, Optional<KvRow> legacy) {
        if (!(JsonText.parse(row.value().bytes()) instanceof JsonText.Parsed parsed)) {
            return Optional.empty();
        }
        return switch (Declarations.read(parsed.value(), form, application, graph)) {
            case Declarations.Declared declared ->
                Optional.of(new Inventory.Stored(declared.document(), version, List.of(), legacy));
            case Declarations.Migrated migrated ->
                Optional.of(new Inventory.Stored(migrated.document(), version, migrated.notes(), legacy));
            case Declarations.Refused refused -> Optional.empty();
        };
    }

    /// `shop.orders` became the graph `orders`.
    static String graphOfTarget(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
