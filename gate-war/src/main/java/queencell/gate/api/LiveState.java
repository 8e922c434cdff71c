package queencell.gate.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import queencell.gate.counter.CounterView;
import queencell.gate.counter.Counters;
import queencell.gate.counter.Reading;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.Depths;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.NodePlan;
import queencell.gate.stage.Stage;

/// Reads what only the broker knows. What cannot be read refuses the whole answer: it is never assumed (runtime, 14).
public final class LiveState {
    private final Counters counters;
    private final Breaker breaker;
    private final Depths depths;

    public LiveState(Counters counters, Breaker breaker, Depths depths) {
        this.counters = counters;
        this.breaker = breaker;
        this.depths = depths;
    }

    /// Counters and breaker records of some graphs, read together.
    record Budgets(Reading.Read counters, Map<String, Breaker.Held> held) {
        CounterView view(String key) {
            return counters.view(key);
        }

        Optional<Breaker.Held> held(NodePlan node) {
            return Optional.ofNullable(held.get(node.breakerKey()));
        }
    }

    Budgets budgets(Collection<GraphRuntime> runtimes) {
        Set<String> keys = new LinkedHashSet<>();
        List<String> records = new ArrayList<>();
        for (GraphRuntime runtime : runtimes) {
            for (NodePlan node : runtime.plan().nodes()) {
                node.budgets().stream()
                        .filter(BudgetPlan::unscoped)
                        .map(BudgetPlan::key)
                        .forEach(keys::add);
                records.add(node.breakerKey());
            }
        }
        return new Budgets(counters(keys), records(records));
    }

    Reading.Read counters(Collection<String> keys) {
        if (keys.isEmpty()) {
            return new Reading.Read(Map.of());
        }
        return switch (counters.read(List.copyOf(keys))) {
            case Reading.Read read -> read;
            case Reading.Unreadable(String text) -> throw Refuse.liveState(text);
        };
    }

    private Map<String, Breaker.Held> records(List<String> keys) {
        return switch (breaker.read(keys)) {
            case Breaker.Records.Read read -> read.held();
            case Breaker.Records.Unreadable(String text) -> throw Refuse.liveState(text);
        };
    }

    /// What the stage's own group has not passed.
    long lag(Stage stage) {
        return messages(depths.ofGroup(stage.plan().source(), stage.plan().group()));
    }

    long waitingForBudget(GraphRuntime runtime, NodePlan node) {
        return runtime.stagesAt(node.name()).stream().mapToLong(this::lag).sum();
    }

    long waitingForWorkers(NodePlan node) {
        return node.egress()
                .map(egress -> egress.group()
                        .map(group -> depths.ofGroup(egress.queue(), group))
                        .orElseGet(() -> depths.ofQueue(egress.queue())))
                .map(LiveState::messages)
                .orElse(0L);
    }

    private static long messages(Depths.Waiting waiting) {
        return switch (waiting) {
            case Depths.Waiting.Messages(long pending) -> pending;
            case Depths.Waiting.Unreadable(String text) -> throw Refuse.liveState(text);
        };
    }
}
