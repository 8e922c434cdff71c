package queencell.gate.api;

import queencell.gate.graph.Declared;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.DestinationPlan;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.Plan;
import queencell.gate.plan.StagePlan;

/// A plan as plain text, for `explain=text`. Pure.
final class PlanText {
    private final StringBuilder text = new StringBuilder();

    private PlanText() {}

    static String of(Declared.Accepted accepted) {
        var out = new PlanText();
        out.plan(accepted.plan());
        accepted.warnings().forEach(warning -> out.line("warning %s", warning));
        accepted.changes().forEach(change -> out.line("change  %s", change));
        if (accepted.needsBump()) {
            out.line("this change needs a higher version");
        }
        return out.text.toString();
    }

    private void plan(Plan plan) {
        line(
                "graph %s/%s version %d, broker namespace %s",
                plan.application(), plan.graph(), plan.version(), plan.namespace());
        plan.queues()
                .forEach(queue -> line(
                        "queue %s (%s%s)",
                        queue.name(),
                        queue.kind().word(),
                        queue.kind().ownedByGate() ? ", configured by Gate" : ", never touched"));
        plan.nodes().forEach(this::node);
        plan.stages().forEach(this::stage);
    }

    private void node(NodePlan node) {
        line(
                "node %s: an item costs %s, at most %d",
                node.name(),
                node.cost()
                        .path()
                        .map(path -> path.text() + " or " + node.cost().byDefault())
                        .orElse(Long.toString(node.cost().byDefault())),
                node.cost().max());
        node.budgets().forEach(this::budget);
    }

    private void budget(BudgetPlan budget) {
        line(
                "  budget %s: %d per %d ms, enforced as %d per %d s%s, counter %s, ceilings %s",
                budget.id(),
                budget.count(),
                budget.timeMs(),
                budget.window().count(),
                budget.window().seconds(),
                budget.scopeBy().map(path -> " for each " + path.text()).orElse(""),
                budget.key(),
                budget.ceilings());
    }

    private void stage(StagePlan stage) {
        line(
                "stage %s/%s: %s as group %s, %d messages a claim, %d workers -> %s",
                stage.path(),
                stage.node(),
                stage.source(),
                stage.group(),
                stage.batch(),
                stage.concurrency(),
                String.join(
                        ", ",
                        stage.destinations().stream()
                                .map(DestinationPlan::queue)
                                .toList()));
    }

    private void line(String format, Object... arguments) {
        text.append(format.formatted(arguments)).append('\n');
    }
}
