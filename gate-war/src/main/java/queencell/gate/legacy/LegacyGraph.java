package queencell.gate.legacy;

import java.util.List;
import java.util.Map;

/// A v1 graph (document, 12.2).
record LegacyGraph(
        String name,
        long version,
        Map<String, LegacyNode> nodes,
        List<Edge> edges,
        List<String> consume,
        List<Long> breachAttempts) {

    record Edge(String from, String to, long priority) {}
}
