package queencell.gate.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import queencell.gate.document.Confidence;

/// One counter of a node (document, 5, 8).
///
/// @param key where it counts; the base of it when there is one counter per scope value
/// @param count as declared
/// @param timeMs as declared, milliseconds
/// @param window what is enforced
/// @param shares of the paths that visit the node, in byte order of the path's name; one map for all its budgets
public record BudgetPlan(
        String id,
        String key,
        Optional<PayloadPath> scopeBy,
        Optional<String> sharedKey,
        Optional<OpPatterns> whenOp,
        Confidence confidence,
        long count,
        long timeMs,
        SubWindow window,
        SequencedMap<String, Double> shares) {

    /// The budget that v1 nodes without limits get; it limits nothing and is no rate (document, 12.3).
    public static final String PASSTHROUGH = "passthrough";

    public BudgetPlan {
        shares = Collections.unmodifiableSequencedMap(shares);
    }

    /// One counter for all items: what the breaker spends and what is shown as a bar.
    public boolean unscoped() {
        return scopeBy.isEmpty();
    }

    /// Met by every item: neither scoped nor conditional.
    public boolean nodeWide() {
        return scopeBy.isEmpty() && whenOp.isEmpty();
    }

    /// Node-wide and a limit: what sizing, ETA and utilisation are counted on.
    public boolean nodeWideRate() {
        return nodeWide() && !id.equals(PASSTHROUGH);
    }

    /// The most of one window that a path may use; 0 for a path that does not visit the node.
    public long ceiling(String path) {
        Double share = shares.get(path);
        return share == null ? 0 : window.ceiling(share);
    }

    /// Per visiting path, in byte order of its name: the most of one window it may use.
    public SequencedMap<String, Long> ceilings() {
        SequencedMap<String, Long> ceilings = new LinkedHashMap<>();
        shares.forEach((path, share) -> ceilings.put(path, window.ceiling(share)));
        return ceilings;
    }

    /// What the most important path of the node may use of one window.
    public long widestCeiling() {
        return ceilings().values().stream().mapToLong(Long::longValue).max().orElse(window.count());
    }

    /// Whether it applies to an item with this `op`.
    public boolean appliesTo(String op) {
        return whenOp.isEmpty() || whenOp.get().matches(op);
    }
}
