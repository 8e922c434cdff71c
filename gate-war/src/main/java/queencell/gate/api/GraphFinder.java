package queencell.gate.api;

import java.util.List;
import queencell.gate.graph.GraphId;
import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.plan.NodePlan;
import queencell.web.RefusedException;

/// Finds what a path names: `{app}` forms address exactly one graph, bare forms search all applications (runtime, 14).
final class GraphFinder {
    private final GraphRegistry registry;

    GraphFinder(GraphRegistry registry) {
        this.registry = registry;
    }

    /// @param application empty on a bare route
    GraphRuntime graph(String application, String name) {
        if (!application.isEmpty()) {
            return registry.find(new GraphId(application, name))
                    .orElseThrow(() -> Refuse.notFound(
                            "there is no graph `%s` in application `%s` on this Gate", name, application));
        }
        List<GraphRuntime> named = registry.named(name);
        if (named.isEmpty()) {
            throw Refuse.notFound("there is no graph `%s` in any application on this Gate", name);
        }
        if (named.size() > 1) {
            throw ambiguous(name, named.stream().map(GraphRuntime::id).toList());
        }
        return named.getFirst();
    }

    boolean knows(GraphId id) {
        return registry.find(id).isPresent();
    }

    static RefusedException ambiguous(String name, List<GraphId> owners) {
        return Refuse.conflict(
                "ambiguous_name",
                "several applications have a graph `%s`: %s. Name the application: /v1/apps/{app}/graphs/%s",
                name,
                Refuse.list(owners),
                name);
    }

    /// A graph that acts on what it is told.
    GraphRuntime running(String application, String name) {
        GraphRuntime runtime = graph(application, name);
        if (!runtime.running()) {
            throw Refuse.stopped(runtime.id());
        }
        return runtime;
    }

    static NodePlan node(GraphRuntime runtime, String name) {
        return runtime.node(name)
                .orElseThrow(() -> Refuse.notFound(
                        "graph `%s` has no node `%s`; it has %s",
                        runtime.id(),
                        name,
                        Refuse.list(runtime.plan().nodes().stream()
                                .map(NodePlan::name)
                                .toList())));
    }
}
