package queencell.gate.item;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.CostPlan;
import queencell.gate.plan.Names;
import queencell.gate.plan.NodePlan;

/// Reads the items of one node: what each costs and which counters it spends (document, 3). Made once per node,
/// thread-safe.
///
/// One pass over the bytes finds everything that the node, the stamp and `whenOp` need; a payload of 1 KB takes well
/// under a microsecond.
public final class ItemReader {

    private static final int NO_SLOT = -1;

    private final NodePlan node;
    private final PathTree tree = PathTree.root();
    private final PathTree stampTree;
    private final int slots;
    private final int costSlot;
    private final List<Counter> counters;
    private final boolean conditional;
    /// Whether two budgets name one counter; distinct base keys give distinct keys, whatever the scope values are.
    private final boolean sharesCounters;
    private final List<Charge> everyItem;

    /// A budget and where its scope value is read.
    private record Counter(BudgetPlan budget, int scopeSlot) {}

    private ItemReader(NodePlan node) {
        this.node = node;
        tree.put(List.of("op"), Payload.OP);
        tree.put(List.of("_gate", "graph"), Payload.STAMP_GRAPH);
        tree.put(List.of("_gate", "path"), Payload.STAMP_PATH);
        tree.put(List.of("_gate", "attempt"), Payload.STAMP_ATTEMPT);
        this.stampTree = tree.children().get(1);
        int next = Payload.FIRST_FREE;
        this.costSlot = node.cost().path().isPresent()
                ? tree.put(node.cost().path().get().segments(), next++)
                : NO_SLOT;
        List<Counter> found = new ArrayList<>();
        for (BudgetPlan budget : node.budgets()) {
            int slot = budget.scopeBy().isPresent()
                    ? tree.put(budget.scopeBy().get().segments(), next++)
                    : NO_SLOT;
            found.add(new Counter(budget, slot));
        }
        this.slots = next;
        this.counters = List.copyOf(found);
        this.conditional = node.budgets().stream().anyMatch(budget -> !budget.nodeWide());
        this.sharesCounters =
                node.budgets().stream().map(BudgetPlan::key).distinct().count()
                        < node.budgets().size();
        this.everyItem = conditional ? List.of() : unconditional();
    }

    public static ItemReader of(NodePlan node) {
        return new ItemReader(node);
    }

    /// Whether and how an item is paid for.
    public sealed interface Reading {}

    /// @param cost spent in every counter
    /// @param charges one per distinct counter, in declared order of the first budget that names it
    public record Admissible(long cost, List<Charge> charges) implements Reading {}

    /// It can never be admitted: the HTTP door answers 422, the relay makes it a dead letter.
    ///
    /// @param reason for people; names the node, the budget and the path
    public record Inadmissible(String reason) implements Reading {}

    /// @param budget the first one of the node that names this counter
    /// @param key of the counter, scope value included
    public record Charge(BudgetPlan budget, String key) {}

    public Payload scan(byte[] json) {
        return scan(json, 0, json.length);
    }

    /// Any bytes; never throws. A payload that is not JSON is called unrelayable.
    ///
    /// @param from first byte of the payload
    /// @param to behind its last byte
    public Payload scan(byte[] json, int from, int to) {
        var payload = new Payload(json, from, to, slots);
        new PayloadScanner(json, to, payload, stampTree).scan(from, tree);
        return payload;
    }

    /// What the item costs, whether or not it may (document, 3.2).
    public long cost(Payload payload) {
        if (costSlot == NO_SLOT) {
            return node.cost().byDefault();
        }
        long stated = payload.units(costSlot);
        return stated == JsonNumber.NONE ? node.cost().byDefault() : stated;
    }

    public Reading read(Payload payload) {
        long cost = cost(payload);
        if (cost > node.cost().max()) {
            return new Inadmissible(tooDear(cost));
        }
        return conditional ? charges(payload, cost) : new Admissible(cost, everyItem);
    }

    private Reading charges(Payload payload, long cost) {
        String op = payload.op();
        List<Charge> charges = new ArrayList<>(counters.size());
        Set<String> keys = sharesCounters ? new HashSet<>() : Set.of();
        for (Counter counter : counters) {
            // first `whenOp`: a budget for deletes must not demand a listing id from an upload
            if (!counter.budget().appliesTo(op)) {
                continue;
            }
            String key = counter.budget().key();
            if (counter.scopeSlot() != NO_SLOT) {
                Optional<String> value = payload.scopeValue(counter.scopeSlot());
                if (value.isEmpty()) {
                    return new Inadmissible(noScopeValue(counter.budget()));
                }
                key = Names.scopedKey(key, value.get());
            }
            if (!sharesCounters || keys.add(key)) {
                charges.add(new Charge(counter.budget(), key));
            }
        }
        return new Admissible(cost, List.copyOf(charges));
    }

    private List<Charge> unconditional() {
        List<Charge> charges = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (BudgetPlan budget : node.budgets()) {
            if (keys.add(budget.key())) {
                charges.add(new Charge(budget, budget.key()));
            }
        }
        return List.copyOf(charges);
    }

    private String tooDear(long cost) {
        CostPlan declared = node.cost();
        return "the item costs %d at node `%s`, which takes at most %d for one item. Lower %s, or raise `cost.max` of the node."
                .formatted(
                        cost,
                        node.name(),
                        declared.max(),
                        declared.path().map(path -> "`" + path + "`").orElse("the cost"));
    }

    private String noScopeValue(BudgetPlan budget) {
        return "budget `%s` of node `%s` counts per `%s`, and the item has no text, number or boolean there. Skipping the budget would let it bypass the limit: add the field."
                .formatted(budget.id(), node.name(), budget.scopeBy().orElseThrow());
    }
}
