package queencell.gate.graph;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// The graphs of this replica, at most one runtime each. Any thread may read.
public final class GraphRegistry {
    private final Map<GraphId, GraphRuntime> runtimes = new ConcurrentSkipListMap<>();

    public Optional<GraphRuntime> find(GraphId id) {
        return Optional.ofNullable(runtimes.get(id));
    }

    /// Graphs of this name in all applications.
    public List<GraphRuntime> named(String graph) {
        return runtimes.values().stream()
                .filter(runtime -> runtime.id().graph().equals(graph))
                .toList();
    }

    /// All, by application and name.
    public List<GraphRuntime> all() {
        return List.copyOf(runtimes.values());
    }

    public List<GraphRuntime> of(String application) {
        return runtimes.values().stream()
                .filter(runtime -> runtime.id().application().equals(application))
                .toList();
    }

    /// Handlers of any graph that wait for one of these counters ask again: shared counters cross graphs.
    public void wake(Collection<String> keys) {
        runtimes.values().forEach(runtime -> runtime.wake(keys));
    }

    void put(GraphRuntime runtime) {
        runtimes.put(runtime.id(), runtime);
    }

    void remove(GraphId id) {
        runtimes.remove(id);
    }
}
