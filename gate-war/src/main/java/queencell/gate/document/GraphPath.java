package queencell.gate.document;

import java.util.List;
import java.util.OptionalDouble;

/// A way through the graph, from an ingress to an egress (document, 1.8).
///
/// @param priority lower is more important; ranks default shares, schedules nothing
/// @param share fraction of a node's counters this path may use; absent: by rank
public record GraphPath(String name, long priority, OptionalDouble share, List<Hop> hops) {
    public GraphPath {
        hops = List.copyOf(hops);
    }
}
