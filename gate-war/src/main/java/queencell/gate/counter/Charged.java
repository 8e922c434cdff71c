package queencell.gate.counter;

import java.util.Map;

/// Outcome of a charge (runtime, 6).
public sealed interface Charged {

    /// Every counter took its part.
    record Applied(Ledger ledger) implements Charged {}

    /// At least one counter had no room. Nothing stays charged, except where a refund was refused because the counter
    /// had moved.
    ///
    /// @param counters by key, every counter of the charge
    /// @param first the first refused charge, in the order of the call
    record Refused(Map<String, CounterView> counters, Charge first) implements Charged {
        public Refused {
            counters = Map.copyOf(counters);
        }
    }

    /// No verdict: neither a refusal, which would stall a graph that has budget, nor an admission.
    ///
    /// @param maybeSpent the counters may hold the charge until their windows end
    record Failed(boolean maybeSpent, String text) implements Charged {}
}
