package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import queencell.gate.counter.CounterView;
import queencell.gate.document.Confidence;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.NodePlan;
import queencell.gate.stage.StageCounters;
import queencell.web.RefusedException;

/// The console's lists (runtime, 16.11). A list that cannot read live state is refused as a whole, unless the caller
/// takes rows marked `readable:false` (`partial=true`).
@Path("/")
public final class ListResource {
    private final GraphRegistry registry;
    private final LiveState live;
    private final InstantSource wall;
    private final Saturation saturation;
    private final RowReads reads;

    ListResource(GraphRegistry registry, LiveState live, InstantSource wall, LongSupplier nanoClock, RowReads reads) {
        this.registry = registry;
        this.live = live;
        this.wall = wall;
        this.saturation = new Saturation(nanoClock);
        this.reads = reads;
    }

    @GET
    @Path("api/targets")
    public Response targets(@QueryParam("partial") boolean partial) {
        saturation.keep(id -> registry.find(id).isPresent());
        return Answer.ok(rows(partial, this::target));
    }

    @GET
    @Path("api/graphs")
    public Response graphs(@QueryParam("partial") boolean partial) {
        return Answer.ok(rows(partial, this::graph));
    }

    private Json rows(boolean partial, Function<GraphRuntime, Members> row) {
        return Answer.array(
                partial
                        ? reads.of(
                                registry.all(),
                                runtime -> row.apply(runtime)
                                        .put("readable", Json.TRUE)
                                        .object(),
                                ListResource::unreadable)
                        : reads.of(registry.all(), runtime -> row.apply(runtime).object(), (runtime, refused) -> {
                            throw refused;
                        }));
    }

    /// What a row begins with, whether or not the rest can be read.
    private static Members whose(GraphRuntime runtime) {
        return new Members()
                .put("application", Json.of(runtime.id().application()))
                .put("name", Json.of(runtime.id().graph()))
                .put("graph", Json.of(runtime.id().graph()))
                .put("version", Json.of(runtime.plan().version()))
                .put("running", Json.of(runtime.running()));
    }

    private static Json unreadable(GraphRuntime runtime, RefusedException refused) {
        return whose(runtime)
                .put("readable", Json.FALSE)
                .put("error", Json.of(refused.getMessage()))
                .object();
    }

    /// The budget that is used most, the last one on a tie.
    private record Worst(BudgetPlan budget, long used, long cap) {
        double share() {
            return (double) used / Math.max(1, cap);
        }
    }

    private Members target(GraphRuntime runtime) {
        LiveState.Budgets budgets = live.budgets(List.of(runtime));
        Worst worst = null;
        for (NodePlan node : runtime.plan().nodes()) {
            for (BudgetPlan budget : node.budgets()) {
                if (budget.unscoped()) {
                    var found = new Worst(budget, budgets.view(budget.key()).value(), budget.widestCeiling());
                    worst = worst == null || found.share() >= worst.share() ? found : worst;
                }
            }
        }
        long backlog = runtime.stages().stream().mapToLong(live::lag).sum();
        Json paths = Json.list(
                runtime.document().paths(),
                path -> new Members().put("name", Json.of(path.name())).object());
        List<GraphRuntime> alone = List.of(runtime);
        return whose(runtime)
                .put("watch", GraphView.watch(runtime))
                .put("lanes", paths)
                .put("paths", paths)
                .put(
                        "budgets_total",
                        Json.of(runtime.plan().nodes().stream()
                                .mapToLong(node -> node.budgets().size())
                                .sum()))
                .put("assumed_budgets", Json.of(Provenance.assumed(alone)))
                // no such budget has no name, and the numbers say nothing
                .put(
                        "worst_budget_id",
                        Json.of(worst == null ? "" : worst.budget().id()))
                .put("worst_used", Json.of(worst == null ? 0 : worst.used()))
                .put("worst_cap", Json.of(worst == null ? 0 : worst.cap()))
                .put(
                        "worst_period_seconds",
                        Json.of(worst == null ? 0 : worst.budget().window().seconds()))
                .put("worst_assumed", Json.of(worst != null && worst.budget().confidence() == Confidence.ASSUMED))
                .put("admitted", Json.of(ConsoleResource.sum(alone, StageCounters.Counts::admitted)))
                .put("denied", Json.of(ConsoleResource.sum(alone, StageCounters.Counts::denied)))
                .put("state", Json.of(state(runtime, backlog)))
                .put("backlog", Json.of(backlog))
                .put("at", Json.of(wall.millis()));
    }

    private String state(GraphRuntime runtime, long backlog) {
        boolean saturating = saturation.saturating(runtime.id(), backlog);
        if (!runtime.running()) {
            return "down";
        }
        if (runtime.plan().watch().isPresent()) {
            return "watch";
        }
        if (saturating) {
            return "saturating";
        }
        return backlog > 0 ? "pacing" : "flowing";
    }

    private Members graph(GraphRuntime runtime) {
        return new Members()
                .put("application", Json.of(runtime.id().application()))
                .put("name", Json.of(runtime.id().graph()))
                .put("version", Json.of(runtime.plan().version()))
                .put("watch", GraphView.watch(runtime))
                .put("nodes", Json.list(runtime.plan().nodes(), node -> node(runtime, node)))
                .put("edges", GraphView.edges(runtime))
                .put("paths", Json.list(runtime.document().paths(), path -> GraphView.path(runtime, path)))
                .put("forwarded", Json.of(ConsoleResource.sum(List.of(runtime), StageCounters.Counts::forwarded)));
    }

    private Json node(GraphRuntime runtime, NodePlan node) {
        var counts = runtime.stagesAt(node.name()).stream()
                .map(stage -> stage.counts())
                .toList();
        return new Members()
                .put("name", Json.of(node.name()))
                .put("target", Json.of(runtime.id().graph() + "." + node.name()))
                .put("entry", Json.of(node.ingress().isPresent()))
                .put("consume", Json.of(node.egress().isPresent()))
                .put("running", Json.of(runtime.running()))
                .put("budgets", Json.of((long) node.budgets().size()))
                .put("paths", Answer.texts(node.shares().keySet()))
                .put("shares", Json.map(node.shares(), Json::of))
                .put("waiting_for_budget", Json.of(live.waitingForBudget(runtime, node)))
                .put(
                        "admitted",
                        Json.of(counts.stream()
                                .mapToLong(StageCounters.Counts::admitted)
                                .sum()))
                .put(
                        "denied",
                        Json.of(counts.stream()
                                .mapToLong(StageCounters.Counts::denied)
                                .sum()))
                .object();
    }

    // shared budgets

    private record Member(GraphRuntime runtime, NodePlan node, BudgetPlan budget) {
        String target() {
            return runtime.id().graph() + "." + node.name();
        }
    }

    @GET
    @Path("api/budgets")
    public Response budgets() {
        Map<String, List<Member>> shared = new TreeMap<>();
        for (GraphRuntime runtime : registry.all()) {
            for (NodePlan node : runtime.plan().nodes()) {
                for (BudgetPlan budget : node.budgets()) {
                    if (budget.sharedKey().isPresent()) {
                        shared.computeIfAbsent(
                                        runtime.id().application() + "\u0000"
                                                + budget.sharedKey().get(),
                                        key -> new ArrayList<>())
                                .add(new Member(runtime, node, budget));
                    }
                }
            }
        }
        var counters = live.counters(shared.values().stream()
                .map(members -> members.getFirst().budget())
                .filter(BudgetPlan::unscoped)
                .map(BudgetPlan::key)
                .toList());
        return Answer.ok(Json.list(shared.values(), members -> shared(members, counters.counters())));
    }

    private static Json shared(List<Member> members, Map<String, CounterView> counters) {
        BudgetPlan first = members.getFirst().budget();
        CounterView view = counters.getOrDefault(first.key(), CounterView.absent(first.key()));
        return new Members()
                .put("id", Json.of(first.sharedKey().orElseThrow()))
                .put("key", Json.of(first.key()))
                .put("application", Json.of(members.getFirst().runtime().id().application()))
                .put("count", Json.of(first.count()))
                .put("timeMs", Json.of(first.timeMs()))
                .put("subWindows", Json.of(first.window().parts()))
                .put("countSub", Json.of(first.window().count()))
                .put("windowSubSeconds", Json.of(first.window().seconds()))
                .put("confidence", Json.of(first.confidence().word()))
                .put("used", first.unscoped() ? Json.of(view.value()) : Json.NULL)
                .put("expiresAt", Answer.orNull(view.expiresAt().map(end -> Json.of(end.toEpochMilli()))))
                .put(
                        "members",
                        Answer.texts(
                                members.stream().map(Member::target).distinct().toList()))
                .put(
                        "conflicts",
                        Json.list(
                                members.stream()
                                        .filter(member -> disagrees(member.budget(), first))
                                        .toList(),
                                ListResource::conflict))
                .object();
    }

    private static boolean disagrees(BudgetPlan budget, BudgetPlan first) {
        return budget.count() != first.count()
                || budget.timeMs() != first.timeMs()
                || budget.window().parts() != first.window().parts();
    }

    private static Json conflict(Member member) {
        return new Members()
                .put("target", Json.of(member.target()))
                .put("count", Json.of(member.budget().count()))
                .put("timeMs", Json.of(member.budget().timeMs()))
                .put("subWindows", Json.of(member.budget().window().parts()))
                .object();
    }
}
