package queencell.gate.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.gate.document.GraphDocument;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.PayloadPath;
import queencell.gate.plan.Plan;
import queencell.gate.plan.StagePlan;

/// Which changes of a document re-found a counter or strand work, and so need a higher version (document, 11).
final class Versions {

    private Versions() {}

    /// Why a change needs a higher version; nothing for a hot change.
    static List<String> reasons(GraphDocument old, Plan wanted, GraphDocument document) {
        return reasons(old, document);
    }

    static List<String> reasons(GraphDocument old, GraphDocument wanted) {
        var reasons = new ArrayList<String>();
        if (old.watch().isPresent() != wanted.watch().isPresent()) {
            reasons.add(
                    wanted.watch().isPresent()
                            ? "limits stop being enforced (watch appears); queues and groups stay the same"
                            : "limits begin to be enforced (watch disappears); queues and groups stay the same");
        }
        // in Watch no budget is compiled, so candidates are free to change
        Plan before = GraphCompiler.compile(old);
        Plan after = GraphCompiler.compile(wanted);
        boolean sameMode = reasons.isEmpty();
        for (NodePlan node : before.nodes()) {
            Optional<NodePlan> now = after.node(node.name());
            if (now.isEmpty()) {
                reasons.add("node `%s` is gone, and its interior queue keeps work that nobody reads"
                        .formatted(node.name()));
                continue;
            }
            if (sameMode) {
                reasons.addAll(counters(node, now.get()));
            }
            if (!ingress(node).equals(ingress(now.get()))) {
                reasons.add("the ingress queue of node `%s` changes from %s to %s, and the old one keeps its backlog"
                        .formatted(node.name(), shown(ingress(node)), shown(ingress(now.get()))));
            }
        }
        paths(before, after, reasons);
        return reasons;
    }

    private static List<String> counters(NodePlan before, NodePlan after) {
        Map<String, BudgetPlan> now = new HashMap<>();
        after.budgets().forEach(budget -> now.putIfAbsent(budget.key(), budget));
        var reasons = new ArrayList<String>();
        for (BudgetPlan budget : before.budgets()) {
            BudgetPlan same = now.get(budget.key());
            if (same == null) {
                reasons.add(
                        "counter `%s` of node `%s` is gone or renamed: a new one starts at zero while it still runs, a window of double spending"
                                .formatted(budget.key(), before.name()));
            } else if (!same.scopeBy()
                    .map(PayloadPath::text)
                    .equals(budget.scopeBy().map(PayloadPath::text))) {
                reasons.add("counter `%s` of node `%s` changes its `scopeBy`: different counters under one name"
                        .formatted(budget.key(), before.name()));
            }
        }
        return reasons;
    }

    private static void paths(Plan before, Plan after, List<String> reasons) {
        var gone = new ArrayList<String>();
        for (StagePlan stage : before.stages()) {
            boolean pathStays =
                    after.stages().stream().anyMatch(other -> other.path().equals(stage.path()));
            if (!pathStays) {
                if (!gone.contains(stage.path())) {
                    gone.add(stage.path());
                    reasons.add("path `%s` is gone, and its consumer groups with it".formatted(stage.path()));
                }
            } else if (stage.sourceIsInterior()
                    && after.node(stage.node()).isPresent()
                    && after.stages().stream()
                            .noneMatch(other -> other.path().equals(stage.path())
                                    && other.node().equals(stage.node())
                                    && other.sourceIsInterior())) {
                reasons.add("path `%s` skips node `%s`, and what waits there for it is stranded"
                        .formatted(stage.path(), stage.node()));
            }
        }
    }

    private static Optional<String> ingress(NodePlan node) {
        return node.ingress().map(door -> door.queue());
    }

    private static String shown(Optional<String> queue) {
        return queue.map(name -> "`" + name + "`").orElse("none");
    }

    /// @param above the version that has to be exceeded
    static String refusal(List<String> reasons, long above, Optional<GraphDocument> old, GraphDocument wanted) {
        boolean modeOnly = reasons.size() == 1 && reasons.getFirst().contains("watch");
        String drain = modeOnly
                ? ""
                : " To lose nothing, stop pushing, wait until waitingForBudget is 0 on every node, then declare.";
        return "version %d cannot replace what stands: %s. Bump: bump version above %d.%s"
                .formatted(
                        wanted.version(),
                        String.join("; ", reasons.stream().distinct().toList()),
                        above,
                        drain);
    }
}
