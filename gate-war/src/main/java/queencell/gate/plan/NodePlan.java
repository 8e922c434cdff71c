package queencell.gate.plan;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A node with everything that is enforced there (document, 7.1).
///
/// @param interiorQueue its name, whether or not that queue exists
/// @param breakerKey where a backoff is recorded
/// @param shares effective share per visiting path, in byte order of the path's name
/// @param budgets in declared order; none in Watch
public record NodePlan(
        String name,
        Optional<IngressPlan> ingress,
        String interiorQueue,
        Optional<EgressPlan> egress,
        String breakerKey,
        CostPlan cost,
        SequencedMap<String, Double> shares,
        List<BudgetPlan> budgets) {

    public NodePlan {
        shares = Sorted.copy(shares);
        budgets = List.copyOf(budgets);
    }

    /// The budgets that sizing, ETA and utilisation are counted on.
    public List<BudgetPlan> nodeWideRates() {
        return budgets.stream().filter(BudgetPlan::nodeWideRate).toList();
    }
}
