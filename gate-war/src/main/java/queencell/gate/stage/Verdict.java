package queencell.gate.stage;

import java.util.List;
import queencell.gate.counter.Charge;
import queencell.gate.counter.Ledger;

/// What admission says about held partitions.
sealed interface Verdict {

    /// The counters are charged for what `fit` admits, which may be nothing.
    ///
    /// @param charges what was spent, for refunds
    record Granted(Fit fit, List<Charge> charges, Ledger ledger) implements Verdict {
        public Granted {
            charges = List.copyOf(charges);
        }
    }

    /// The charge failed: neither yes nor no.
    ///
    /// @param maybeSpent the charge may have been applied
    record Unanswered(boolean maybeSpent, String text) implements Verdict {}
}
