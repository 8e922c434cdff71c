package queencell.gate.legacy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import queencell.gate.document.Amount;
import queencell.gate.document.Budget;
import queencell.gate.document.Cost;
import queencell.gate.document.Egress;
import queencell.gate.document.Ingress;
import queencell.gate.document.Node;
import queencell.gate.document.Shown;
import queencell.gate.plan.Names;

/// Maps one v1 node, or the one node of a target (document, 12.3).
final class NodeMapper {

    private static final long MOST_BATCH = 1000;
    private static final int LONGEST_QUEUE = 1000;

    private final String application;
    private final String graph;
    private final String name;
    private final LegacyNode v1;
    private final Notes notes;

    NodeMapper(String application, String graph, String name, LegacyNode v1, Notes notes) {
        this.application = application;
        this.graph = graph;
        this.name = name;
        this.v1 = v1;
        this.notes = notes;
    }

    Node node(Optional<Egress> egress) {
        List<Budget> budgets = budgets();
        Cost cost = cost();
        long batch = batch();
        Ingress ingress = ingress();
        noteIgnored();
        return new Node(budgets, cost, ingress, egress, OptionalLong.of(batch), OptionalLong.empty());
    }

    private List<Budget> budgets() {
        List<Budget> budgets = new ArrayList<>();
        for (LegacyBudget budget : v1.budgets()) {
            budgets.add(BudgetMapper.map(budget, v1.costMax(), notes));
        }
        // as v1 wrote it: a match that was dropped for naming nothing is free now
        if (budgets.stream().noneMatch(Budget::nodeWide)) {
            budgets.add(BudgetMapper.PASSTHROUGH);
            notes.add(
                    MigrationNote.NODE_BUDGET,
                    v1.at() + "/budgets",
                    "node `%s` had no limit that every item meets, and got budget `passthrough` of %d per %d ms. It limits"
                            + " nothing, as before: replace it.",
                    Shown.name(name),
                    BudgetMapper.PASSTHROUGH.count(),
                    BudgetMapper.PASSTHROUGH.timeMs());
        }
        return budgets;
    }

    private Cost cost() {
        long byDefault = LegacyArithmetic.costDefault(v1.costDefault());
        long max = LegacyArithmetic.costMax(v1.costDefault(), v1.costMax());
        notes.add(
                MigrationNote.COST,
                v1.at() + "/cost",
                "node `%s`: `cost.field` `%s` became `cost.path` `payload.%2$s`, `default` %s became %d, `max` %s became %d."
                        + " Costs are whole numbers of at least 1, rounded up; an item that costs more than `max` is refused.",
                Shown.name(name),
                Shown.name(v1.costField()),
                Shown.number(v1.costDefault()),
                byDefault,
                Shown.number(v1.costMax()),
                max);
        return new Cost.FromPayload("payload." + v1.costField(), Amount.of(byDefault), Optional.of(Amount.of(max)));
    }

    private long batch() {
        long batch = Math.clamp(v1.batch(), 1, MOST_BATCH);
        notes.add(
                MigrationNote.PACING,
                v1.at() + "/pacing",
                "node `%s`: `pacing.batch` %d became `batch` %d%s. `pacing.leaseSeconds` %s is without effect: the lease is"
                        + " GATE_LEASE_SECONDS, and the window paces.",
                Shown.name(name),
                v1.batch(),
                batch,
                batch == v1.batch() ? "" : ", the nearest of 1 to " + MOST_BATCH,
                Shown.number(v1.leaseSeconds()));
        return batch;
    }

    private Ingress ingress() {
        long partitions = Math.max(1, v1.partitions());
        if (!v1.entry()) {
            if (v1.admittedDeclared()) {
                notes.add(
                        MigrationNote.ADMITTED,
                        v1.at() + "/admitted",
                        "node `%s` is no entry, so `admitted` (%d partitions by %s) is without effect.",
                        Shown.name(name),
                        v1.partitions(),
                        v1.partitionBy());
            }
            return Ingress.ABSENT;
        }
        notes.add(
                MigrationNote.ENTRY,
                v1.at().isEmpty() ? "" : v1.at() + "/entry",
                "node `%s` became an ingress with the queue `%s`, which Gate owns. What still waits in the queue of v1 is not"
                        + " drained: let it run empty first, or push it again.",
                Shown.name(name),
                Shown.text(Names.ingressQueue(application, graph, name), 300));
        notes.add(
                MigrationNote.ADMITTED,
                v1.at() + "/admitted",
                "node `%s`: `admitted.partitions` %d became `ingress.partitions` %d; `partitionBy` `%s` was dropped, because"
                        + " partitioning is the producer's now.",
                Shown.name(name),
                v1.partitions(),
                partitions,
                v1.partitionBy());
        return new Ingress.Described(
                Optional.empty(), OptionalLong.of(partitions), Optional.of(true), Optional.empty());
    }

    private void noteIgnored() {
        if (v1.shards()) {
            notes.add(
                    MigrationNote.SHARDS,
                    v1.at() + "/shards",
                    "node `%s`: `shardBy` and `shards` are without effect; partitions spread the work.",
                    Shown.name(name));
        }
        v1.egress()
                .ifPresent(text -> notes.add(
                        MigrationNote.EGRESS,
                        v1.at() + "/egress",
                        "node `%s`: `egress` `%s` was a remark and is ignored; the egress of a node is a queue now.",
                        Shown.name(name),
                        Shown.name(text)));
        notes.add(
                MigrationNote.LANE_CONCURRENCY,
                v1.at() + "/lanes",
                "node `%s`: `concurrency` of lanes (8 where none is declared) is not carried over, because workers derive from"
                        + " the budget. Set `concurrency` of the node for a fixed number.",
                Shown.name(name));
    }

    /// The queue that consumers already pop does not move.
    ///
    /// @param target name of the v1 target, or `graph.node`
    /// @param at where v1 said it
    String consumedQueue(String target, String at) {
        String queue = Names.legacyEgressQueue(application, target, v1.consumedLane());
        notes.add(
                MigrationNote.CONSUME,
                at,
                "node `%s`: consumers go on popping `%s`, which does not move; pop it with the SDK.",
                Shown.name(name),
                Shown.text(queue, 300));
        // too long for the broker, and refused for it; whole, the name of the graph would stand in every node
        return queue.length() > LONGEST_QUEUE ? queue.substring(0, LONGEST_QUEUE) : queue;
    }
}
