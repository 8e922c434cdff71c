package queencell.gate.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.gate.counter.CounterView;
import queencell.gate.document.Budget;
import queencell.gate.document.GraphPath;
import queencell.gate.document.Hop;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.document.StoredForm;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.DestinationPlan;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.PlanJson;
import queencell.gate.plan.StagePlan;
import queencell.gate.stage.Refusals;
import queencell.gate.stage.Stage;
import queencell.gate.stage.StageCounters;

/// A graph as `GET` shows it, with live counters and depths (runtime, 16.4).
public final class GraphView {
    private final LiveState live;

    public GraphView(LiveState live) {
        this.live = live;
    }

    Json.Obj of(GraphRuntime runtime) {
        LiveState.Budgets budgets = live.budgets(List.of(runtime));
        var plan = runtime.plan();
        return new Members()
                .put("application", Json.of(plan.application()))
                .put("graph", Json.of(plan.graph()))
                .put("name", Json.of(plan.graph()))
                .put("version", Json.of(plan.version()))
                .put("running", Json.of(runtime.running()))
                .put("persisted", Json.of(runtime.persisted()))
                .put("namespace", Json.of(plan.namespace()))
                .put("counters", Json.ofNullable(plan.countersWindowSeconds()))
                .put("watch", watch(runtime))
                .put("nodes", Json.list(plan.nodes(), node -> node(runtime, node, budgets)))
                .put("stages", Json.list(runtime.stages(), this::stage))
                .put("paths", Json.list(runtime.document().paths(), path -> path(runtime, path)))
                .put("spec", StoredForm.json(runtime.document()))
                .object();
    }

    /// What the document says about watching; `null` where budgets are enforced.
    static Json watch(GraphRuntime runtime) {
        return Answer.orNull(
                StoredForm.json(runtime.document()) instanceof Json.Obj document
                        ? document.get("watch")
                        : Optional.empty());
    }

    private Json node(GraphRuntime runtime, NodePlan node, LiveState.Budgets budgets) {
        return PlanJson.doors(node)
                .put("paths", Answer.texts(node.shares().keySet()))
                .put("shares", Json.map(node.shares(), Json::of))
                .put("waiting_for_budget", Json.of(live.waitingForBudget(runtime, node)))
                .put("waiting_for_workers", Json.of(live.waitingForWorkers(node)))
                .put("budgets", budgets(runtime, node, budgets))
                .put("breaker", Answer.orNull(budgets.held(node).map(GraphView::breaker)))
                .object();
    }

    static Json breaker(Breaker.Held held) {
        return new Members()
                .put("at", Json.of(held.at()))
                .put("retryAfterSeconds", Json.of(held.retryAfterSeconds()))
                .put("until", Json.of(held.until()))
                .put("by", Json.ofNullable(held.by()))
                .object();
    }

    private static Json budgets(GraphRuntime runtime, NodePlan node, LiveState.Budgets live) {
        Map<String, Budget> declared = new LinkedHashMap<>();
        List<Budget> written = runtime.document().nodes().get(node.name()).budgets();
        for (int i = 0; i < written.size(); i++) {
            declared.put(written.get(i).effectiveId(i), written.get(i));
        }
        return Json.list(node.budgets(), budget -> budget(budget, declared.get(budget.id()), live));
    }

    private static Json budget(BudgetPlan budget, Budget declared, LiveState.Budgets live) {
        Optional<CounterView> view = budget.unscoped() ? Optional.of(live.view(budget.key())) : Optional.empty();
        return PlanJson.limit(budget)
                .put("source", Json.ofNullable(declared.source()))
                .put("asOf", Json.ofNullable(declared.asOf()))
                .put("value", Answer.orNull(view.map(CounterView::value).map(Json::of)))
                .put(
                        "expiresAt",
                        Answer.orNull(view.flatMap(CounterView::expiresAt).map(end -> Json.of(end.toEpochMilli()))))
                .put("utilisation", Answer.orNull(view.map(read -> utilisation(budget, read))))
                .put("ceilings", Json.map(budget.ceilings(), Json::of))
                .object();
    }

    static Json utilisation(BudgetPlan budget, CounterView view) {
        return Answer.decimal((double) view.value() / Math.max(1, budget.widestCeiling()));
    }

    private Json stage(Stage stage) {
        StagePlan plan = stage.plan();
        return PlanJson.hop(plan)
                .put("lag", Json.of(live.lag(stage)))
                .put(
                        "destinations",
                        Answer.texts(plan.destinations().stream()
                                .map(DestinationPlan::queue)
                                .toList()))
                .put("counters", counts(stage.counts()))
                .put("lastRefusal", Answer.orNull(stage.lastRefusal().map(GraphView::refusal)))
                .object();
    }

    private static Json refusal(Refusals.Refusal refusal) {
        return new Members()
                .put("budget", Json.of(refusal.budget()))
                .put("at", Json.of(refusal.at()))
                .object();
    }

    static Json counts(StageCounters.Counts counts) {
        return new Members()
                .put("popped", Json.of(counts.popped()))
                .put("admitted", Json.of(counts.admitted()))
                .put("forwarded", Json.of(counts.forwarded()))
                .put("deferred", Json.of(counts.deferred()))
                .put("parked", Json.of(counts.parked()))
                .put("released", Json.of(counts.released()))
                .put("commits", Json.of(counts.commits()))
                .put("duplicates", Json.of(counts.duplicates()))
                .put("foreign", Json.of(counts.foreign()))
                .put("deadlettered", Json.of(counts.deadlettered()))
                .put("leaked", Json.of(counts.leaked()))
                .put("wedged", Json.of(counts.wedged()))
                .put("costAdmitted", Json.of(counts.costAdmitted()))
                .put(
                        "itemsPerCommit",
                        counts.commits() == 0
                                ? Json.NULL
                                : Answer.decimal((double) counts.forwarded() / counts.commits()))
                .object();
    }

    static Json path(GraphRuntime runtime, GraphPath path) {
        double share = runtime.plan().stagesOf(path.name()).stream()
                .mapToDouble(StagePlan::share)
                .min()
                .orElse(1);
        return new Members()
                .put("name", Json.of(path.name()))
                .put("priority", Json.of(path.priority()))
                .put("share", Json.of(path.share().orElse(share)))
                .put(
                        "hops",
                        Answer.texts(path.hops().stream().map(GraphView::hop).toList()))
                .object();
    }

    private static String hop(Hop hop) {
        return switch (hop) {
            case Hop.Single single -> single.node();
            case Hop.FanOut fanOut -> "[" + String.join(", ", fanOut.nodes()) + "]";
        };
    }

    /// Nodes, paths and edges, without asking the broker.
    static Json topology(GraphRuntime runtime) {
        var plan = runtime.plan();
        return new Members()
                .put("application", Json.of(plan.application()))
                .put("graph", Json.of(plan.graph()))
                .put("version", Json.of(plan.version()))
                .put("nodes", Json.list(plan.nodes(), GraphView::topologyNode))
                .put("paths", Json.list(runtime.document().paths(), path -> path(runtime, path)))
                .put("edges", edges(runtime))
                .object();
    }

    private static Json topologyNode(NodePlan node) {
        return new Members()
                .put("node", Json.of(node.name()))
                .put("ingress", Json.of(node.ingress().isPresent()))
                .put("egress", Json.of(node.egress().isPresent()))
                .put("paths", Answer.texts(node.shares().keySet()))
                .put("shares", Json.map(node.shares(), Json::of))
                .object();
    }

    static Json edges(GraphRuntime runtime) {
        return Answer.array(runtime.plan().stages().stream()
                .flatMap(stage -> stage.destinations().stream()
                        .filter(destination -> !destination.terminal())
                        .map(destination -> List.of(stage.node(), destination.node())))
                .distinct()
                .<Json>map(edge -> new Members()
                        .put("from", Json.of(edge.getFirst()))
                        .put("to", Json.of(edge.getLast()))
                        .object())
                .toList());
    }
}
