package queencell.gate.graph;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import queencell.gate.plan.CompileOptions;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.Plan;
import queencell.gate.plan.QueueKind;
import queencell.gate.plan.QueuePlan;
import queencell.gate.plan.StagePlan;

/// A queue has one graph that consumes it, in the whole fleet: other replicas are known by what they stored
/// (runtime, 12, step 6).
final class Ownership {

    private Ownership() {}

    static Optional<Declared> refusal(Inventory inventory, GraphId id, Plan plan, CompileOptions options) {
        return switch (inventory) {
            case Inventory.Unreadable(String text) ->
                refused(
                        Declared.Reason.STORE_UNAVAILABLE,
                        "exclusive ownership of the source queues cannot be checked, the stored documents cannot be read: "
                                + text);
            case Inventory.Known known -> {
                if (!known.complete() && readsForeignQueue(plan)) {
                    yield refused(
                            Declared.Reason.STORE_UNAVAILABLE,
                            "the inventory is incomplete, a stored document cannot be read by this version of Gate, so nobody can tell whether another graph consumes the application's ingress queues; declare with queues that Gate names, or repair the stored row that the log names");
                }
                yield taken(known.graphs(), id, plan, options);
            }
        };
    }

    private static Optional<Declared> taken(
            Map<GraphId, Inventory.Stored> graphs, GraphId id, Plan plan, CompileOptions options) {
        Set<String> sources = new HashSet<>();
        plan.stages().forEach(stage -> sources.add(stage.source()));
        for (var entry : graphs.entrySet()) {
            if (entry.getKey().equals(id)) {
                continue;
            }
            for (StagePlan stage :
                    GraphCompiler.compile(entry.getValue().document(), options).stages()) {
                if (sources.contains(stage.source())) {
                    return refused(
                            Declared.Reason.QUEUE_OWNED,
                            "[ingress-owner] queue `%s` is already the source of node `%s` of graph `%s`; both would read all of its messages, and each of them would be passed on twice. Give this graph a queue of its own."
                                    .formatted(stage.source(), stage.node(), entry.getKey()));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean readsForeignQueue(Plan plan) {
        return plan.queues().stream().map(QueuePlan::kind).anyMatch(QueueKind.USER_INGRESS::equals);
    }

    private static Optional<Declared> refused(Declared.Reason reason, String text) {
        return Optional.of(Declared.Refused.of(reason, text));
    }
}
