package queencell.gate.document;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A place with limits that work passes (document, 1.3).
///
/// @param batch messages per claim; absent: the process default
/// @param concurrency workers per stage; absent: derived, `0` reads as 1
public record Node(
        List<Budget> budgets,
        Cost cost,
        Ingress ingress,
        Optional<Egress> egress,
        OptionalLong batch,
        OptionalLong concurrency) {

    public Node {
        budgets = List.copyOf(budgets);
    }
}
