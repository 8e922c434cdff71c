package queencell.gate.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import queencell.gate.plan.BudgetPlan;

/// How long a backlog takes at the declared refill (runtime, 16.8). Pure.
///
/// @param seconds empty when the path gets nothing of the budget, so that it takes for ever
/// @param resetMillis what is left of the budget's window
record Eta(BudgetPlan budget, OptionalDouble seconds, long resetMillis) {

    /// One budget.
    ///
    /// @param cap what the path may use of one window, @param spent what the counter reads, @param want cost ahead
    static OptionalDouble seconds(long cap, long windowSeconds, long spent, long resetMillis, double want) {
        if (cap <= 0) {
            return OptionalDouble.empty();
        }
        long head = Math.max(0, cap - spent);
        if (want <= head) {
            return OptionalDouble.of(0);
        }
        double windows = Math.max(0, Math.ceil((want - head) / cap) - 1);
        return OptionalDouble.of(resetMillis / 1000.0 + windows * Math.max(1, windowSeconds));
    }

    /// The budget that decides: the longest time, "for ever" above every number, the first one on a tie.
    static Optional<Eta> binding(List<Eta> etas) {
        Eta longest = null;
        for (Eta eta : etas) {
            if (longest == null || eta.isAbove(longest)) {
                longest = eta;
            }
        }
        return Optional.ofNullable(longest);
    }

    private boolean isAbove(Eta other) {
        if (other.seconds.isEmpty()) {
            return false;
        }
        return seconds.isEmpty() || seconds.getAsDouble() > other.seconds.getAsDouble();
    }
}
