package queencell.gate.stage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.gate.counter.CounterView;

/// Why the first unsettled message of a partition does not pass, and until when.
///
/// @param counters those without room for it; empty when a counter was so contended that nobody can say
/// @param cost of that message
record Blockage(List<Full> counters, long cost) {

    /// @param touch what the message would spend
    /// @param expiresAt end of the counter's window on the broker's clock; empty means "ask again now"
    record Full(Touch touch, Optional<Instant> expiresAt) {}

    static Blockage unknown(long cost) {
        return new Blockage(List.of(), cost);
    }

    Blockage {
        counters = List.copyOf(counters);
    }

    /// All of the windows have to open before the message can pass, so the last one counts.
    Optional<Full> last() {
        Full last = null;
        for (Full full : counters) {
            if (last == null || end(full).isAfter(end(last))) {
                last = full;
            }
        }
        return Optional.ofNullable(last);
    }

    /// When to ask again; empty when nobody knows.
    Optional<Instant> opensAt() {
        return last().flatMap(Full::expiresAt);
    }

    /// Only counters of single scope values are full, so that other partitions may well pass.
    boolean scopedOnly() {
        return !counters.isEmpty()
                && counters.stream().allMatch(full -> full.touch().scoped());
    }

    /// The same blockage as somebody else's fresh answer about one counter shows it; empty when nothing stops the
    /// message any more, as far as is known.
    ///
    /// @param now on the broker's clock
    Optional<Blockage> seenAs(CounterView view, Instant now) {
        var closed = new ArrayList<Full>(counters.size());
        for (Full full : counters) {
            if (!full.touch().key().equals(view.key())) {
                if (end(full).isAfter(now)) {
                    closed.add(full);
                }
            } else if (!view.takes(cost, full.touch().ceiling())
                    && view.expiresAt().isPresent()) {
                closed.add(new Full(full.touch(), view.expiresAt()));
            }
        }
        return closed.isEmpty() ? Optional.empty() : Optional.of(new Blockage(closed, cost));
    }

    private static Instant end(Full full) {
        return full.expiresAt().orElse(Instant.MIN);
    }
}
