package queencell.gate.legacy;

import java.util.List;
import java.util.Optional;
import queencell.gate.document.Confidence;

/// A limit as v1 wrote it (document, 12.2).
///
/// @param at where it stands in the v1 body
/// @param matchOp absent: no `match`
/// @param kv `store: kv`, one counter for the whole application
record LegacyBudget(
        String at,
        String id,
        double cap,
        long periodSeconds,
        boolean rolling,
        Confidence confidence,
        Optional<List<String>> matchOp,
        List<String> scope,
        boolean hasMaxKeys,
        boolean kv,
        Optional<String> source,
        Optional<String> asOf) {

    /// Units per second; what an absolute lane cap is a part of.
    double perSecond() {
        return cap / Math.max(1, periodSeconds);
    }
}
