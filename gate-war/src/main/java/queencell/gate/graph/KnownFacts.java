package queencell.gate.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.StagePlan;
import queencell.gate.rule.Facts;

/// What this replica knows beside a document: the broker's answers and the graphs that run here.
final class KnownFacts {

    private KnownFacts() {}

    /// @param id the graph that is being declared; it is no stranger to itself
    static Facts of(GraphRegistry registry, GraphId id, Map<String, Facts.Queue> queues) {
        var ingress = new ArrayList<Facts.IngressOwner>();
        var egress = new ArrayList<Facts.EgressOwner>();
        var shared = new ArrayList<Facts.SharedBudget>();
        for (GraphRuntime runtime : registry.all()) {
            if (runtime.id().equals(id)) {
                continue;
            }
            String graph = runtime.id().toString();
            for (StagePlan stage : runtime.plan().stages()) {
                ingress.add(new Facts.IngressOwner(stage.source(), graph, stage.node()));
            }
            for (NodePlan node : runtime.plan().nodes()) {
                node.egress().ifPresent(door -> egress.add(new Facts.EgressOwner(door.queue(), graph)));
                if (runtime.id().application().equals(id.application())) {
                    shared.addAll(shared(node.budgets(), graph));
                }
            }
        }
        return new Facts(queues, ingress, egress, shared);
    }

    private static List<Facts.SharedBudget> shared(List<BudgetPlan> budgets, String graph) {
        return budgets.stream()
                .filter(budget -> budget.sharedKey().isPresent())
                .map(budget -> new Facts.SharedBudget(
                        budget.sharedKey().get(),
                        graph,
                        budget.count(),
                        budget.timeMs(),
                        budget.window().parts()))
                .toList();
    }

    /// Partition counts, where the broker told them.
    static Map<String, Long> partitions(Map<String, Facts.Queue> queues) {
        return queues.entrySet().stream()
                .filter(entry -> entry.getValue().partitions().isPresent())
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> entry.getValue().partitions().getAsLong()));
    }
}
