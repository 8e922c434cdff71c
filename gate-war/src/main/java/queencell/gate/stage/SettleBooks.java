package queencell.gate.stage;

import java.util.List;
import queencell.broker.Settled;
import queencell.gate.counter.Charge;
import queencell.gate.counter.Counters;
import queencell.gate.counter.Ledger;

/// What the end of a transaction means for counts, wedges, budgets and the claim (runtime, 9.1 and 9.4). Thread-safe.
final class SettleBooks {
    private final StageCounters counts;
    private final WedgeWatch wedges;
    private final PartitionWidth width;
    private final Counters counters;
    private final SettleReports reports;

    SettleBooks(Tally tally, Counters counters, SettleReports reports) {
        this.counts = tally.counters();
        this.wedges = tally.wedges();
        this.width = tally.width();
        this.counters = counters;
        this.reports = reports;
    }

    void committed(List<Part> parts) {
        int items = 0;
        int foreign = 0;
        long cost = 0;
        for (Part part : parts) {
            items += part.admitted();
            foreign += part.prefix().size() - part.admitted();
            for (Item.Work work : part.work()) {
                cost = cost > Long.MAX_VALUE - work.cost() ? Long.MAX_VALUE : cost + work.cost();
            }
            passed(part);
        }
        counts.committed(items, foreign, cost);
    }

    /// A message that was downstream already, and the messages of other paths before it: the relay is counted nowhere.
    void acknowledged(Part one) {
        counts.foreign(one.prefix().size() - 1);
        passed(one);
    }

    private void passed(Part part) {
        Holding holding = part.holding();
        wedges.cleared(holding.partitionId());
        holding.settled(part.prefix().size());
        if (holding.done()) {
            holding.end();
        }
    }

    /// It may have committed. Then the items are gone downstream, and a refund would let the window admit them twice.
    void unknown(List<Part> parts, String text) {
        counts.leaked();
        for (Part part : parts) {
            counts.released();
            part.holding().end();
        }
        reports.unknown(parts.getFirst(), text);
    }

    /// It certainly did not commit; the claim is left to its lease.
    void failed(Part part, Settled why) {
        width.contended();
        Holding holding = part.holding();
        counts.released();
        if (isCause(why, Settled.Cause.LEASE_LOST)) {
            // somebody else's claim by now, or settled by an attempt whose answer was lost: no wedge
            reports.failed(part, why);
        } else {
            WedgeWatch.Seen seen = wedges.failed(
                    holding.partitionId(),
                    holding.partition(),
                    holding.head().message().transactionId(),
                    isCause(why, Settled.Cause.UNKNOWN_MESSAGE));
            if (seen.escalates()) {
                counts.wedged();
                reports.wedged(holding, seen.attempts(), why);
            } else if (seen.told()) {
                reports.stillWedged(part, why);
            } else {
                reports.failed(part, why);
            }
        }
        holding.end();
    }

    void deadLettered(Holding holding, Settled settled) {
        if (settled instanceof Settled.Committed) {
            counts.deadlettered();
        }
        poisonTaken(holding, settled);
    }

    /// The message was counted when the broker said that it is dead-lettered.
    void passedOver(Holding holding, Settled settled) {
        poisonTaken(holding, settled);
    }

    /// Out of the way if the broker took it; the claim ends with it either way.
    private void poisonTaken(Holding holding, Settled settled) {
        if (settled instanceof Settled.Committed) {
            wedges.cleared(holding.partitionId());
        } else {
            reports.deadLetterFailed(holding, settled);
        }
        holding.end();
    }

    void metDuplicate(Part part, Settled.Duplicate duplicate) {
        counts.duplicate();
        reports.duplicate(part, duplicate.text());
    }

    void contended() {
        width.contended();
    }

    void refund(List<Item.Work> unpaid, Ledger ledger) {
        List<Charge> charges = Spending.of(unpaid);
        if (!charges.isEmpty()) {
            counters.refund(charges, ledger);
        }
    }

    static boolean isCause(Settled settled, Settled.Cause cause) {
        return settled instanceof Settled.AckRejected rejected && rejected.cause() == cause;
    }
}
