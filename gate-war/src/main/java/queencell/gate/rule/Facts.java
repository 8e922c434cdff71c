package queencell.gate.rule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What the broker and the store know beside the document. "No fact" is never a problem and never a warning
/// (document, 9.3).
///
/// @param queues what the broker says about queues, by name
/// @param ingressOwners queues that nodes of other graphs consume
/// @param egressOwners queues that other graphs push to
/// @param sharedBudgets budgets of other graphs of the application that name a shared key
public record Facts(
        Map<String, Queue> queues,
        List<IngressOwner> ingressOwners,
        List<EgressOwner> egressOwners,
        List<SharedBudget> sharedBudgets) {

    public static final Facts NONE = new Facts(Map.of(), List.of(), List.of(), List.of());

    /// A fact counts once: a graph has it for each of its paths and budgets, and a rule tells it once.
    public Facts {
        queues = Map.copyOf(queues);
        ingressOwners = ingressOwners.stream().distinct().toList();
        egressOwners = egressOwners.stream().distinct().toList();
        sharedBudgets = sharedBudgets.stream().distinct().toList();
    }

    /// @param partitions absent: the broker does not say
    /// @param retention as the broker states it, present only when it deletes waiting work
    public record Queue(boolean exists, OptionalLong partitions, Optional<String> retention) {}

    /// @param graph `application/graph`
    public record IngressOwner(String queue, String graph, String node) {}

    /// @param graph `application/graph`
    public record EgressOwner(String queue, String graph) {}

    /// @param graph `application/graph`
    /// @param subWindows effective number
    public record SharedBudget(String sharedKey, String graph, long count, long timeMs, long subWindows) {}
}
