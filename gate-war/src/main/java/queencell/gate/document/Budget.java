package queencell.gate.document;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One limit of a node (document, 1.4).
///
/// @param id absent: `b` and its position in the node's list
/// @param count cost units per window
/// @param timeMs window in milliseconds
/// @param subWindows absent: derived (document, 5.1)
/// @param scopeBy payload path; one counter per distinct value
/// @param sharedKey one counter for every budget of the application that names it
/// @param whenOp absent: applies to every item
/// @param source required with `asOf` when the number is documented
public record Budget(
        Optional<String> id,
        long count,
        long timeMs,
        OptionalLong subWindows,
        Optional<String> scopeBy,
        Optional<String> sharedKey,
        Optional<List<String>> whenOp,
        Confidence confidence,
        Optional<String> source,
        Optional<String> asOf) {

    public Budget {
        whenOp = whenOp.map(List::copyOf);
    }

    /// The name under which it counts; part of the counter's key.
    ///
    /// @param index its position in the node's list
    public String effectiveId(int index) {
        return id.orElseGet(() -> "b" + index);
    }

    /// Met by every item whatever it holds: neither scoped nor conditional.
    public boolean nodeWide() {
        return scopeBy.isEmpty() && whenOp.isEmpty();
    }
}
