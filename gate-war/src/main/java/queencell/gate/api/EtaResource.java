package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import queencell.gate.counter.CounterView;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.StagePlan;
import queencell.gate.stage.Stage;

/// When what waits now will have passed, at the earliest (runtime, 16.8).
@Path("/")
public final class EtaResource {
    private final GraphFinder finder;
    private final LiveState live;
    private final InstantSource wall;
    private final InstantSource brokerClock;

    EtaResource(GraphFinder finder, LiveState live, InstantSource wall, InstantSource brokerClock) {
        this.finder = finder;
        this.live = live;
        this.wall = wall;
        this.brokerClock = brokerClock;
    }

    @GET
    @Path("v1/apps/{app}/graphs/{graph}/nodes/{node}/eta")
    public Response ofNode(
            @PathParam("app") String application,
            @PathParam("graph") String graph,
            @PathParam("node") String node,
            @QueryParam("path") String path,
            @QueryParam("lane") String lane) {
        GraphRuntime runtime = finder.running(application, graph);
        return eta(runtime, GraphFinder.node(runtime, node), named(path, lane));
    }

    @GET
    @Path("v1/graphs/{graph}/nodes/{node}/eta")
    public Response ofNodeBare(
            @PathParam("graph") String graph,
            @PathParam("node") String node,
            @QueryParam("path") String path,
            @QueryParam("lane") String lane) {
        return ofNode("", graph, node, path, lane);
    }

    @GET
    @Path("v1/apps/{app}/targets/{graph}/eta")
    public Response ofTarget(
            @PathParam("app") String application,
            @PathParam("graph") String graph,
            @QueryParam("path") String path,
            @QueryParam("lane") String lane) {
        GraphRuntime runtime = finder.running(application, graph);
        NodePlan node = runtime.plan().nodes().stream()
                .filter(each -> each.egress().isPresent())
                .findFirst()
                .orElseThrow(() -> Refuse.notFound("graph `%s` has no node with an egress", runtime.id()));
        return eta(runtime, node, named(path, lane));
    }

    @GET
    @Path("v1/targets/{graph}/eta")
    public Response ofTargetBare(
            @PathParam("graph") String graph, @QueryParam("path") String path, @QueryParam("lane") String lane) {
        return ofTarget("", graph, path, lane);
    }

    private static Optional<String> named(String path, String lane) {
        return Optional.ofNullable(path).or(() -> Optional.ofNullable(lane));
    }

    private Response eta(GraphRuntime runtime, NodePlan node, Optional<String> path) {
        Stage stage = stage(runtime, node, path);
        LiveState.Budgets budgets = live.budgets(List.of(runtime));
        long forBudget = live.lag(stage);
        long forWorkers = live.waitingForWorkers(node);
        double want = (double) forBudget * node.cost().byDefault();
        Optional<Eta> bound = Eta.binding(node.nodeWideRates().stream()
                .map(rate -> of(rate, stage, budgets, want))
                .toList());
        long now = wall.millis();
        Json seconds = forBudget == 0
                ? Json.of(0)
                : Answer.orNull(bound.filter(eta -> eta.seconds().isPresent())
                        .map(eta -> Json.of((long) Math.ceil(eta.seconds().getAsDouble()))));
        return Answer.ok(new Members()
                .put("at", Json.of(now))
                .put("application", Json.of(runtime.id().application()))
                .put("graph", Json.of(runtime.id().graph()))
                .put("node", Json.of(node.name()))
                .put("path", Json.of(stage.plan().path()))
                .put("target", Json.of(runtime.id().graph() + "." + node.name()))
                .put("state", Json.of(forBudget > 0 ? "waiting-budget" : "waiting-workers"))
                .put("aheadCost", Json.of((long) want))
                .put("etaSeconds", seconds)
                .put("boundBy", Json.ofNullable(bound.map(eta -> eta.budget().id())))
                .put("windowResetsAt", Answer.orNull(bound.map(eta -> Json.of(now + eta.resetMillis()))))
                .put("waitingForBudget", Json.of(forBudget))
                .put("waitingForWorkers", Json.of(forWorkers))
                .put("assumes", Json.of(assumes(runtime, node, stage.plan(), budgets.held(node))))
                .object());
    }

    private static Stage stage(GraphRuntime runtime, NodePlan node, Optional<String> path) {
        List<Stage> stages = runtime.stagesAt(node.name());
        if (path.isEmpty()) {
            return stages.stream()
                    .min(Comparator.comparingLong(stage -> stage.plan().priority()))
                    .orElseThrow(() -> Refuse.notFound("no path visits node `%s`", node.name()));
        }
        return stages.stream()
                .filter(stage -> stage.plan().path().equals(path.get()))
                .findFirst()
                .orElseThrow(() -> Refuse.notFound(
                        "path `%s` does not visit node `%s`; these do: %s",
                        path.get(),
                        node.name(),
                        Refuse.list(stages.stream()
                                .map(stage -> stage.plan().path())
                                .toList())));
    }

    private Eta of(BudgetPlan budget, Stage stage, LiveState.Budgets budgets, double want) {
        CounterView view = budgets.view(budget.key());
        long reset = view.expiresAt().map(this::millisUntil).orElse(0L);
        long cap = budget.ceiling(stage.plan().path());
        return new Eta(budget, Eta.seconds(cap, budget.window().seconds(), view.value(), reset, want), reset);
    }

    private long millisUntil(Instant end) {
        return Math.max(0, Duration.between(brokerClock.instant(), end).toMillis());
    }

    private static String assumes(GraphRuntime runtime, NodePlan node, StagePlan stage, Optional<Breaker.Held> held) {
        var clauses = new ArrayList<String>();
        clauses.add("no earlier than this: the backlog present now, at the declared refill");
        clauses.add("an item costs the node's default, %d".formatted(node.cost().byDefault()));
        if (node.budgets().stream().anyMatch(budget -> budget.sharedKey().isPresent())) {
            clauses.add("others who spend the shared budgets are not seen");
        }
        if (node.budgets().stream().anyMatch(budget -> !budget.unscoped())) {
            clauses.add("budgets per key are not counted, since the keys of the waiting items are not known");
        }
        held.ifPresent(record -> clauses.add("a backoff holds the node until %d (%d s%s)"
                .formatted(
                        record.until(),
                        record.retryAfterSeconds(),
                        record.by().map(by -> ", reported by " + by).orElse(""))));
        double share = stage.share();
        List<String> above = runtime.plan().stages().stream()
                .filter(other -> other.node().equals(node.name()) && other.share() > share)
                .map(StagePlan::path)
                .toList();
        if (!above.isEmpty()) {
            clauses.add("paths with a larger share take nothing meanwhile: " + String.join(", ", above));
        }
        if (stage.destinations().size() > 1) {
            clauses.add("each item becomes %d at the next hop"
                    .formatted(stage.destinations().size()));
        }
        if (node.egress().isPresent() && node.egress().get().group().isEmpty()) {
            clauses.add("the workers' backlog is that of the whole queue, since no egress group is declared");
        }
        return String.join("; ", clauses);
    }
}
