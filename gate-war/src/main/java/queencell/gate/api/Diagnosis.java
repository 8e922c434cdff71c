package queencell.gate.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.gate.counter.CounterView;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.NodePlan;
import queencell.gate.stage.Refusals;
import queencell.gate.stage.Stage;

/// Why work of one graph waits, worst cause first within a node (gate console, 7). Reads live state, so that a refusal
/// of [LiveState] may come out of it.
final class Diagnosis {
    /// How long a refusal explains a backlog.
    private static final long RECENT_MILLIS = 15_000;

    private final LiveState live;

    Diagnosis(LiveState live) {
        this.live = live;
    }

    /// @param node empty for what concerns the whole graph
    record Issue(
            String kind,
            Optional<String> node,
            Optional<String> path,
            String title,
            String action,
            String severity,
            Optional<String> budget) {

        static Issue ofGraph(String kind, String title, String action) {
            return new Issue(kind, Optional.empty(), Optional.empty(), title, action, "bad", Optional.empty());
        }

        static Issue ofNode(String kind, NodePlan node, String title, String action, String severity) {
            return new Issue(
                    kind, Optional.of(node.name()), Optional.empty(), title, action, severity, Optional.empty());
        }

        Issue onPath(String name) {
            return new Issue(kind, node, Optional.of(name), title, action, severity, budget);
        }

        Issue of(String budgetId) {
            return new Issue(kind, node, path, title, action, severity, Optional.of(budgetId));
        }

        /// What makes it the same finding at the next look.
        String key() {
            return kind + "/" + node.orElse("") + "/" + path.orElse("");
        }

        Json json(long since) {
            return new Members()
                    .put("kind", Json.of(kind))
                    .put("node", Json.ofNullable(node))
                    .put("path", Json.ofNullable(path))
                    .put("title", Json.of(title))
                    .put("action", Json.of(action))
                    .put("severity", Json.of(severity))
                    .put("since", Json.of(since))
                    .put("budget", Json.ofNullable(budget))
                    .object();
        }
    }

    static Issue broker(String url) {
        return Issue.ofGraph(
                "broker",
                "The broker is unreachable",
                "Check the broker's health, the network between and Gate's credentials: %s does not answer /health."
                        .formatted(url));
    }

    static Issue stopped() {
        return Issue.ofGraph(
                "stopped", "The relay is stopped", "Read Gate's log for `stage_ended`, then declare the graph again.");
    }

    static Issue unreadable(String why) {
        return Issue.ofGraph(
                "read",
                "The state of queues or counters could not be read, so the backlog is unknown",
                "Look at the broker's log and at Gate's permissions there: %s".formatted(why));
    }

    List<Issue> of(GraphRuntime runtime, long now) {
        LiveState.Budgets budgets = live.budgets(List.of(runtime));
        var issues = new ArrayList<Issue>();
        runtime.plan().nodes().stream()
                .sorted(java.util.Comparator.comparing(NodePlan::name))
                .forEach(node -> node(runtime, node, budgets, now, issues));
        return issues;
    }

    private void node(GraphRuntime runtime, NodePlan node, LiveState.Budgets budgets, long now, List<Issue> issues) {
        int before = issues.size();
        for (Stage stage : runtime.stagesAt(node.name())) {
            if (!stage.wedges().isEmpty()) {
                issues.add(cursor(node, stage));
            }
        }
        budgets.held(node).filter(held -> held.until() > now).ifPresent(held -> issues.add(backoff(node, held)));
        if (issues.size() == before) {
            long waiting = live.waitingForBudget(runtime, node);
            if (waiting > 0) {
                issues.add(backlog(runtime, node, waiting, budgets, now));
            }
        }
        long admitted = live.waitingForWorkers(node);
        if (admitted > 0) {
            issues.add(workers(node, admitted));
        }
    }

    private static Issue cursor(NodePlan node, Stage stage) {
        return Issue.ofNode(
                        "cursor",
                        node,
                        "The cursor does not move",
                        "Group `%s` cannot acknowledge the head of queue `%s` (partitions %s). Inspect Gate's log and the broker's cursor before seeking or replaying anything."
                                .formatted(stage.plan().group(), stage.plan().source(), stage.wedges()),
                        "bad")
                .onPath(stage.plan().path());
    }

    private static Issue backoff(NodePlan node, Breaker.Held held) {
        return Issue.ofNode(
                "backoff",
                node,
                "Paused on the provider's request",
                "Wait for its Retry-After of %d s; look at the provider's answer before lifting it."
                        .formatted(held.retryAfterSeconds()),
                "warn");
    }

    private static Issue backlog(
            GraphRuntime runtime, NodePlan node, long waiting, LiveState.Budgets budgets, long now) {
        Optional<String> cause = runtime.plan().watch().isPresent()
                ? Optional.empty()
                : refused(runtime, node, now).or(() -> exhausted(node, budgets, now));
        return cause.map(budget -> Issue.ofNode(
                                "budget",
                                node,
                                "A rate limit is holding work",
                                "%d wait for budget `%s`. Wait for its window; review the quota and the path's share before raising anything."
                                        .formatted(waiting, budget),
                                "info")
                        .of(budget))
                .orElseGet(() -> Issue.ofNode(
                        "relay",
                        node,
                        "Work waits for the relay",
                        "%d wait and no limit explains it. Look at Gate's log, the active partitions and the concurrency."
                                .formatted(waiting),
                        "warn"));
    }

    private static Optional<String> refused(GraphRuntime runtime, NodePlan node, long now) {
        return runtime.stagesAt(node.name()).stream()
                .flatMap(stage -> stage.lastRefusal().stream())
                .filter(refusal -> now - refusal.at() < RECENT_MILLIS)
                .map(Refusals.Refusal::budget)
                .findFirst();
    }

    private static Optional<String> exhausted(NodePlan node, LiveState.Budgets budgets, long now) {
        return node.budgets().stream()
                .filter(BudgetPlan::unscoped)
                .filter(budget -> full(budget, budgets.view(budget.key()), now))
                .map(BudgetPlan::id)
                .findFirst();
    }

    private static boolean full(BudgetPlan budget, CounterView view, long now) {
        return view.value() >= budget.widestCeiling()
                && view.expiresAt().filter(end -> end.toEpochMilli() > now).isPresent();
    }

    private static Issue workers(NodePlan node, long waiting) {
        return Issue.ofNode(
                "workers",
                node,
                "Admitted work waits for the application's workers",
                "%d wait in queue `%s`. Check its consumers, their group and their errors; a backlog alone does not prove a broken worker."
                        .formatted(waiting, node.egress().orElseThrow().queue()),
                "info");
    }
}
