package queencell.gate.document;

import java.util.List;

/// One element of a path: a node, or a fan-out to several (document, 1.8).
public sealed interface Hop {

    /// The nodes visited by it, in declared order.
    List<String> nodes();

    record Single(String node) implements Hop {
        @Override
        public List<String> nodes() {
            return List.of(node);
        }
    }

    /// Written as a nested array.
    record FanOut(List<String> nodes) implements Hop {
        public FanOut {
            nodes = List.copyOf(nodes);
        }
    }
}
