package queencell.gate.document;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/// A graph as it was declared (document, 1.2). Well-formed, not necessarily valid: the rules decide that.
///
/// @param nodes in ascending byte order of the name
/// @param paths in declared order, which is meaningful
/// @param maxAttempts how many times one item may re-enter
/// @param countersWindowSeconds present: roll-ups are written
public record GraphDocument(
        String application,
        String graph,
        long version,
        SequencedMap<String, Node> nodes,
        List<GraphPath> paths,
        OptionalLong maxAttempts,
        OptionalLong countersWindowSeconds,
        Optional<Watch> watch) {

    public static final String DEFAULT_APPLICATION = "default";
    public static final long DEFAULT_MAX_ATTEMPTS = 3;

    public GraphDocument {
        nodes = inByteOrder(nodes);
        paths = List.copyOf(paths);
    }

    private static SequencedMap<String, Node> inByteOrder(Map<String, Node> nodes) {
        SequencedMap<String, Node> ordered = new LinkedHashMap<>();
        nodes.keySet().stream().sorted(NameOrder.BYTES).forEach(name -> ordered.put(name, nodes.get(name)));
        return Collections.unmodifiableSequencedMap(ordered);
    }

    /// The same document under the identity that the URL names; a body cannot declare into another team's name space.
    public GraphDocument named(String application, String graph) {
        return new GraphDocument(application, graph, version, nodes, paths, maxAttempts, countersWindowSeconds, watch);
    }

    public GraphDocument withWatch(Watch started) {
        return new GraphDocument(
                application, graph, version, nodes, paths, maxAttempts, countersWindowSeconds, Optional.of(started));
    }

    /// The same limits, enforced.
    public GraphDocument withoutWatch() {
        return new GraphDocument(
                application, graph, version, nodes, paths, maxAttempts, countersWindowSeconds, Optional.empty());
    }

    public GraphDocument withCounters(long windowSeconds) {
        return new GraphDocument(
                application, graph, version, nodes, paths, maxAttempts, OptionalLong.of(windowSeconds), watch);
    }
}
