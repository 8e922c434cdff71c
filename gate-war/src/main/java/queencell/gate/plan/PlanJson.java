package queencell.gate.plan;

import queencell.gate.document.Json;
import queencell.gate.document.Members;

/// The plan as API answers carry it under `resolved` (document, 8). What is absent is `null`, never omitted.
public final class PlanJson {

    private PlanJson() {}

    public static Json.Obj of(Plan plan) {
        return new Members()
                .put("namespace", Json.of(plan.namespace()))
                .put("queues", Json.list(plan.queues(), PlanJson::queue))
                .put("nodes", Json.list(plan.nodes(), PlanJson::node))
                .put("stages", Json.list(plan.stages(), PlanJson::stage))
                .put("counters", Json.ofNullable(plan.countersWindowSeconds()))
                .put("maxAttempts", Json.of(plan.maxAttempts()))
                .object();
    }

    private static Json queue(QueuePlan queue) {
        return new Members()
                .put("name", Json.of(queue.name()))
                .put("kind", Json.of(queue.kind().word()))
                .put("ownedByGate", Json.of(queue.kind().ownedByGate()))
                .put("partitions", Json.ofNullable(queue.partitions()))
                .object();
    }

    /// A node's name and the queues by which work comes in and goes out.
    public static Members doors(NodePlan node) {
        return new Members()
                .put("node", Json.of(node.name()))
                .put("ingressQueue", Json.ofNullable(node.ingress().map(IngressPlan::queue)))
                .put(
                        "ingressOwnedByGate",
                        Json.of(node.ingress().filter(IngressPlan::ownedByGate).isPresent()))
                .put(
                        "httpPush",
                        Json.of(node.ingress().filter(IngressPlan::httpPush).isPresent()))
                .put("egressQueue", Json.ofNullable(node.egress().map(EgressPlan::queue)))
                .put("egressGroup", Json.ofNullable(node.egress().flatMap(EgressPlan::group)));
    }

    private static Json node(NodePlan node) {
        return doors(node)
                .put("shed", Json.of(node.ingress().filter(IngressPlan::shed).isPresent()))
                .put("interiorQueue", Json.of(node.interiorQueue()))
                .put("breakerKey", Json.of(node.breakerKey()))
                .put("cost", cost(node.cost()))
                .put("shares", Json.map(node.shares(), Json::of))
                .put("budgets", Json.list(node.budgets(), PlanJson::budget))
                .object();
    }

    private static Json cost(CostPlan cost) {
        return cost.path()
                .<Json>map(path -> new Members()
                        .put("path", Json.of(path.text()))
                        .put("default", Json.of(cost.byDefault()))
                        .put("max", Json.of(cost.max()))
                        .object())
                .orElseGet(() -> Json.of(cost.byDefault()));
    }

    private static Json budget(BudgetPlan budget) {
        return limit(budget)
                .put("ceilings", Json.map(budget.ceilings(), Json::of))
                .object();
    }

    /// A budget as declared and as enforced.
    public static Members limit(BudgetPlan budget) {
        return new Members()
                .put("id", Json.of(budget.id()))
                .put("key", Json.of(budget.key()))
                .put("scopeBy", Json.ofNullable(budget.scopeBy().map(PayloadPath::text)))
                .put("sharedKey", Json.ofNullable(budget.sharedKey()))
                .put(
                        "whenOp",
                        budget.whenOp()
                                .<Json>map(when -> Json.list(when.patterns(), Json::of))
                                .orElse(Json.NULL))
                .put("count", Json.of(budget.count()))
                .put("timeMs", Json.of(budget.timeMs()))
                .put("subWindows", Json.of(budget.window().parts()))
                .put("countSub", Json.of(budget.window().count()))
                .put("windowSubSeconds", Json.of(budget.window().seconds()))
                .put("confidence", Json.of(budget.confidence().word()));
    }

    /// One hop of one path: where it reads, and how.
    public static Members hop(StagePlan stage) {
        return new Members()
                .put("path", Json.of(stage.path()))
                .put("node", Json.of(stage.node()))
                .put("hop", Json.of((long) stage.hop()))
                .put("priority", Json.of(stage.priority()))
                .put("share", Json.of(stage.share()))
                .put("source", Json.of(stage.source()))
                .put("group", Json.of(stage.group()))
                .put("batch", Json.of(stage.batch()))
                .put("concurrency", Json.of(stage.concurrency()));
    }

    private static Json stage(StagePlan stage) {
        return hop(stage)
                .put("seed", Json.of(stage.seed().word()))
                .put("checksForeign", Json.of(stage.checksForeign()))
                .put("ownsUnstamped", Json.of(stage.ownsUnstamped()))
                .put("destinations", Json.list(stage.destinations(), PlanJson::destination))
                .object();
    }

    private static Json destination(DestinationPlan destination) {
        return new Members()
                .put("node", Json.of(destination.node()))
                .put("queue", Json.of(destination.queue()))
                .put("label", Json.of(destination.label()))
                .put("derivesTransactionId", Json.of(destination.derivesTransactionId()))
                .put("requiresPathStamp", Json.of(destination.requiresPathStamp()))
                .put("terminal", Json.of(destination.terminal()))
                .object();
    }
}
