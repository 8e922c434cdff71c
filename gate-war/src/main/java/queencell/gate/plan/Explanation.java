package queencell.gate.plan;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import queencell.gate.document.Shown;

/// A plan as short plain text: what `?explain=text` answers. Lines end with a line feed, on every platform.
public final class Explanation {

    private final StringBuilder text = new StringBuilder();

    private Explanation() {}

    public static String text(Plan plan) {
        return new Explanation().of(plan);
    }

    private String of(Plan plan) {
        line("graph %s/%s, version %d: %s", plan.application(), plan.graph(), plan.version(), mode(plan));
        line(
                "roll-ups %s, one item may re-enter %s",
                plan.countersWindowSeconds().isPresent()
                        ? "every " + plan.countersWindowSeconds().getAsLong() + " s"
                        : "off",
                Words.many((int) Math.min(plan.maxAttempts(), Integer.MAX_VALUE), "time", "times"));
        line("");
        line("queues");
        plan.queues().forEach(this::queue);
        line("");
        line("counters");
        plan.nodes().forEach(this::node);
        Map<String, NodePlan> nodes =
                plan.nodes().stream().collect(Collectors.toMap(NodePlan::name, Function.identity()));
        String path = "";
        for (StagePlan stage : plan.stages()) {
            if (stage.firstHop() && !stage.path().equals(path)) {
                path = stage.path();
                line("");
                line("path %s, priority %d", path, stage.priority());
            }
            stage(nodes.get(stage.node()), stage);
        }
        return text.toString();
    }

    private static String mode(Plan plan) {
        return plan.watch()
                .map(watch -> "watching for " + watch.durationSeconds() + " s, nothing is enforced")
                .orElse("enforcing");
    }

    private void queue(QueuePlan queue) {
        line(
                "  %s: %s%s, %s",
                queue.name(),
                queue.kind().word(),
                queue.partitions().isPresent() ? ", " + queue.partitions().getAsLong() + " partitions" : "",
                queue.kind().ownedByGate() ? "configured by Gate" : "never touched by Gate");
    }

    private void node(NodePlan node) {
        line("  node %s, an item costs %s, backoff in %s", node.name(), Words.cost(node.cost()), node.breakerKey());
        node.budgets().forEach(this::budget);
    }

    private void budget(BudgetPlan budget) {
        SubWindow window = budget.window();
        line(
                "    %s %s: %s (%s) as %s%s%s",
                budget.id(),
                budget.key(),
                Words.declared(budget.count(), budget.timeMs()),
                budget.confidence().word(),
                Words.rate(window.count(), window.seconds()),
                budget.scopeBy().map(path -> ", one counter per " + path.text()).orElse(""),
                budget.whenOp()
                        .map(when -> ", only for op " + String.join(" or ", when.patterns()))
                        .orElse(""));
        budget.ceilings()
                .forEach((path, ceiling) -> line(
                        "      path %s: up to %s%s",
                        path,
                        Words.rate(ceiling, window.seconds()),
                        window.seconds() == 1 ? "" : ", " + Words.perSecond(ceiling, window.seconds())));
    }

    private void stage(NodePlan node, StagePlan stage) {
        line(
                "  %d. %s reads %s from its %s as %s",
                stage.hop() + 1, stage.node(), stage.source(), stage.seed().word(), stage.group());
        line(
                "     share %s, %s, claims of %d, %s%s",
                Words.number(stage.share()),
                pace(node, stage),
                stage.batch(),
                Words.many((int) Math.min(stage.concurrency(), Integer.MAX_VALUE), "worker", "workers"),
                roles(stage));
        for (DestinationPlan destination : stage.destinations()) {
            line(
                    "     -> %s%s%s",
                    destination.queue(),
                    destination.derivesTransactionId() ? ", id derived by " + destination.label() : ", id carried on",
                    destination.requiresPathStamp() ? ", stamped payloads only" : "");
        }
    }

    /// What the node-wide rates leave to the path.
    private static String pace(NodePlan node, StagePlan stage) {
        List<BudgetPlan> rates = node.nodeWideRates();
        if (rates.isEmpty()) {
            return "no limit that every item meets";
        }
        return "at most "
                + rates.stream()
                        .map(rate -> Words.perSecond(
                                rate.window().ceiling(stage.share()),
                                rate.window().seconds()))
                        .distinct()
                        .collect(Collectors.joining(" and "));
    }

    private static String roles(StagePlan stage) {
        return (stage.checksForeign() ? ", leaves other paths' messages to them" : "")
                + (stage.checksForeign() && stage.ownsUnstamped() ? ", takes messages without a stamp" : "");
    }

    private void line(String format, Object... arguments) {
        String line = String.format(Locale.ROOT, format, arguments);
        // a name of an invalid document could break the lines
        text.append(Shown.text(line, 2000)).append('\n');
    }
}
