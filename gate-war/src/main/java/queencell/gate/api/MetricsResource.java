package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.NodePlan;
import queencell.gate.stage.Stage;

/// How every node of an application does (runtime, 16.9). Names are those of older clients.
@Path("v1/apps/{app}/metrics")
public final class MetricsResource {
    private final GraphRegistry registry;
    private final LiveState live;
    private final InstantSource wall;

    MetricsResource(GraphRegistry registry, LiveState live, InstantSource wall) {
        this.registry = registry;
        this.live = live;
        this.wall = wall;
    }

    @GET
    public Response of(@PathParam("app") String application) {
        List<GraphRuntime> runtimes = registry.of(application);
        LiveState.Budgets budgets = live.budgets(runtimes);
        var targets = new ArrayList<Json>();
        for (GraphRuntime runtime : runtimes) {
            for (NodePlan node : runtime.plan().nodes()) {
                targets.add(target(runtime, node, budgets));
            }
        }
        return Answer.ok(new Members()
                .put("application", Json.of(application))
                .put("at", Json.of(wall.millis()))
                .put("targets", Answer.array(targets))
                .object());
    }

    private Json target(GraphRuntime runtime, NodePlan node, LiveState.Budgets budgets) {
        long forBudget = live.waitingForBudget(runtime, node);
        long forWorkers = live.waitingForWorkers(node);
        Optional<Breaker.Held> held = budgets.held(node);
        Json paths = Json.list(runtime.stagesAt(node.name()), this::path);
        return new Members()
                .put("name", Json.of(runtime.id().graph() + "." + node.name()))
                .put("graph", Json.of(runtime.id().graph()))
                .put("node", Json.of(node.name()))
                .put("state", Json.of(state(runtime, held.isPresent(), forBudget)))
                .put("binding_budget", Answer.orNull(binding(node, budgets)))
                .put("admitted_per_sec", Json.NULL)
                .put("waiting_for_budget", Json.of(forBudget))
                .put("waiting_for_workers", Json.of(forWorkers))
                .put("drain_eta_seconds", drain(forBudget))
                .put("last_breach_at", Answer.orNull(held.map(record -> Json.of(record.at()))))
                .put("paths", paths)
                .put("lanes", paths)
                .object();
    }

    static String state(GraphRuntime runtime, boolean held, long waiting) {
        if (runtime.plan().watch().isPresent()) {
            return "watch";
        }
        if (held) {
            return "breached";
        }
        return waiting > 0 ? "pacing" : "flowing";
    }

    private Json path(Stage stage) {
        long waiting = live.lag(stage);
        return new Members()
                .put("name", Json.of(stage.plan().path()))
                .put("share", Json.of(stage.plan().share()))
                .put("waiting_for_budget", Json.of(waiting))
                .put("admitted_per_sec", Json.NULL)
                .put("drain_eta_seconds", drain(waiting))
                .object();
    }

    /// Without a measured rate nobody can say when a backlog has drained.
    private static Json drain(long waiting) {
        return waiting == 0 ? Json.of(0) : Json.NULL;
    }

    /// The budget that is used most, the first one on a tie.
    private static Optional<Json> binding(NodePlan node, LiveState.Budgets budgets) {
        BudgetPlan most = null;
        double used = -1;
        for (BudgetPlan budget : node.budgets()) {
            if (budget.unscoped()) {
                double share = (double) budgets.view(budget.key()).value() / Math.max(1, budget.widestCeiling());
                if (share > used) {
                    most = budget;
                    used = share;
                }
            }
        }
        return Optional.ofNullable(most).map(budget -> budget(budget, budgets));
    }

    private static Json budget(BudgetPlan budget, LiveState.Budgets budgets) {
        var view = budgets.view(budget.key());
        return new Members()
                .put("id", Json.of(budget.id()))
                .put("count", Json.of(budget.count()))
                .put("time_ms", Json.of(budget.timeMs()))
                .put("count_sub", Json.of(budget.window().count()))
                .put("window_sub_seconds", Json.of(budget.window().seconds()))
                .put("value", Json.of(view.value()))
                .put("ceiling", Json.of(budget.widestCeiling()))
                .put("utilisation", GraphView.utilisation(budget, view))
                .put("confidence", Json.of(budget.confidence().word()))
                .put("cap", Json.of(budget.count()))
                .put("period_seconds", Json.of(budget.timeMs() / 1000))
                .object();
    }
}
