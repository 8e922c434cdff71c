package queencell.gate.stage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import queencell.gate.counter.Charge;
import queencell.gate.counter.Charged;
import queencell.gate.counter.CounterView;
import queencell.gate.counter.Counters;
import queencell.gate.counter.Ledger;

/// Decides how much of what a worker holds may pass, and pays for it (runtime, 6). Any thread may ask.
///
/// One call when everything fits. A refusal leads to the prefix that fits, charged anew; after two more refusals the
/// counters are too contended and nothing passes this time, so that a limiter never spins.
final class Admission {
    private static final int PREFIX_RETRIES = 2;

    private final Counters counters;
    private final Turns turns;
    private final Refusals refusals;
    private final StageCounters counts;

    Admission(Counters counters, Turns turns, Refusals refusals, StageCounters counts) {
        this.counters = counters;
        this.turns = turns;
        this.refusals = refusals;
        this.counts = counts;
    }

    Verdict ask(List<Holding> holdings) {
        List<List<Item.Work>> partitions = holdings.stream().map(Holding::work).toList();
        Map<String, CounterView> known = new HashMap<>();
        Fit fit = Fit.whole(partitions);
        for (int refused = 0; fit.total() > 0; refused++) {
            List<Charge> charges = Spending.of(fit.of(partitions));
            if (charges.isEmpty()) {
                return new Verdict.Granted(fit, charges, new Ledger());
            }
            switch (counters.charge(charges)) {
                case Charged.Applied applied -> {
                    turns.charged(charges, applied.ledger());
                    return new Verdict.Granted(fit, charges, applied.ledger());
                }
                case Charged.Failed failed -> {
                    return new Verdict.Unanswered(failed.maybeSpent(), failed.text());
                }
                case Charged.Refused refusal -> {
                    known.putAll(refusal.counters());
                    turns.refused(refusal.counters());
                    fit = refused > PREFIX_RETRIES ? Fit.nothing(partitions, fit) : Fit.of(partitions, known, fit);
                    if (refused == 0) {
                        refusals.refused(refusal.first());
                        if (fit.total() > 0) {
                            counts.deferred();
                        }
                    }
                }
            }
        }
        return new Verdict.Granted(fit, List.of(), new Ledger());
    }
}
