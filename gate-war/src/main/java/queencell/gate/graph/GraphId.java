package queencell.gate.graph;

/// Who a graph is: two applications may each own one of the same name.
public record GraphId(String application, String graph) implements Comparable<GraphId> {

    @Override
    public int compareTo(GraphId other) {
        int byApplication = application.compareTo(other.application);
        return byApplication != 0 ? byApplication : graph.compareTo(other.graph);
    }

    /// `application/graph`.
    @Override
    public String toString() {
        return application + "/" + graph;
    }
}
