package queencell.gate.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import queencell.gate.document.Watch;

/// What a replica runs for one graph (document, 7 and 8).
///
/// @param namespace broker namespace of the owned queues
/// @param nodes in byte order of the name
/// @param stages in path order, then hop order, then branch order
/// @param countersWindowSeconds 60 when roll-ups are written
/// @param maxAttempts how many times one item may re-enter
/// @param watch present: observed, not enforced
public record Plan(
        String application,
        String graph,
        long version,
        String namespace,
        List<QueuePlan> queues,
        List<NodePlan> nodes,
        List<StagePlan> stages,
        OptionalLong countersWindowSeconds,
        long maxAttempts,
        Optional<Watch> watch) {

    public Plan {
        queues = List.copyOf(queues);
        nodes = List.copyOf(nodes);
        stages = List.copyOf(stages);
    }

    public Optional<NodePlan> node(String name) {
        return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
    }

    /// Names of the paths whose first hop reads this queue.
    public Set<String> pathsStartingAt(String source) {
        return stages.stream()
                .filter(stage -> stage.firstHop() && stage.source().equals(source))
                .map(StagePlan::path)
                .collect(Collectors.toUnmodifiableSet());
    }

    public List<StagePlan> stagesOf(String path) {
        return stages.stream().filter(stage -> stage.path().equals(path)).toList();
    }
}
