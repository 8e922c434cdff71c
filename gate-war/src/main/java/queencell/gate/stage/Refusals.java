package queencell.gate.stage;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiFunction;
import queencell.gate.counter.Charge;

/// Remembers which budget last refused a claim of one stage (runtime, 17.2). Thread-safe.
public final class Refusals {
    private final InstantSource clock;
    private final BiFunction<String, Long, TraceRing.Trace> trace;
    private final TraceRing ring;
    private volatile Refusal last;

    /// @param at epoch milliseconds
    public record Refusal(String budget, long at) {}

    /// @param trace of a budget and a time, with the names of the stage filled in
    Refusals(InstantSource clock, TraceRing ring, BiFunction<String, Long, TraceRing.Trace> trace) {
        this.clock = clock;
        this.ring = ring;
        this.trace = trace;
    }

    void refused(Charge first) {
        long now = clock.millis();
        last = new Refusal(first.budgetId(), now);
        ring.add(trace.apply(first.budgetId(), now));
    }

    public Optional<Refusal> last() {
        return Optional.ofNullable(last);
    }
}
