package queencell.gate.graph;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.broker.KvRow;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;

/// What the store holds (runtime, 13).
public sealed interface Inventory {

    /// @param graphs by id
    /// @param complete false when a page or a document could not be read: such a reading may add and change graphs,
    ///     never remove one
    record Known(Map<GraphId, Stored> graphs, boolean complete) implements Inventory {
        public Known {
            graphs = Map.copyOf(graphs);
        }
    }

    record Unreadable(String text) implements Inventory {}

    /// @param version of the key, for a conditional write; 0 for a document that stands under a legacy key only
    /// @param migration what was mapped from a v1 document; empty for a document of today
    /// @param legacy the row of the v1 target that it was mapped from
    record Stored(GraphDocument document, long version, List<Finding> migration, Optional<KvRow> legacy) {
        public Stored {
            migration = List.copyOf(migration);
        }
    }
}
