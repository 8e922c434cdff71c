package queencell.gate.stage;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// What a stage has done on this replica since it started (runtime, 17.1). Any thread may count and read.
public final class StageCounters {
    private final LongAdder popped = new LongAdder();
    private final LongAdder forwarded = new LongAdder();
    private final LongAdder deferred = new LongAdder();
    private final LongAdder parked = new LongAdder();
    private final LongAdder released = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder foreign = new LongAdder();
    private final LongAdder deadlettered = new LongAdder();
    private final LongAdder leaked = new LongAdder();
    private final LongAdder wedged = new LongAdder();
    private final AtomicLong costAdmitted = new AtomicLong();

    void popped(int messages) {
        popped.add(messages);
    }

    /// A settle committed.
    void committed(int items, int foreignItems, long cost) {
        forwarded.add(items);
        foreign.add(foreignItems);
        commits.increment();
        costAdmitted.updateAndGet(sum -> sum > Long.MAX_VALUE - cost ? Long.MAX_VALUE : sum + cost);
    }

    void deferred() {
        deferred.increment();
    }

    void parked() {
        parked.increment();
    }

    void released() {
        released.increment();
    }

    void duplicate() {
        duplicates.increment();
    }

    void foreign(int messages) {
        foreign.add(messages);
    }

    void deadlettered() {
        deadlettered.increment();
    }

    void leaked() {
        leaked.increment();
    }

    void wedged() {
        wedged.increment();
    }

    /// The counts of this moment.
    public Counts counts() {
        long items = forwarded.sum();
        return new Counts(
                popped.sum(),
                items,
                items,
                deferred.sum(),
                parked.sum(),
                released.sum(),
                commits.sum(),
                duplicates.sum(),
                foreign.sum(),
                deadlettered.sum(),
                leaked.sum(),
                wedged.sum(),
                costAdmitted.get());
    }

    /// @param admitted work messages whose settle committed; equal to `forwarded` today
    /// @param deferred claims cut to a prefix
    /// @param parked sleeps
    /// @param released claims left to their lease
    /// @param leaked charges that may be spent with nothing to show
    /// @param wedged escalations
    public record Counts(
            long popped,
            long admitted,
            long forwarded,
            long deferred,
            long parked,
            long released,
            long commits,
            long duplicates,
            long foreign,
            long deadlettered,
            long leaked,
            long wedged,
            long costAdmitted) {

        /// Claims that were not admitted as they stood.
        public long denied() {
            return deferred + released;
        }
    }
}
