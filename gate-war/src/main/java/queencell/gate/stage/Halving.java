package queencell.gate.stage;

import java.util.List;
import java.util.Optional;
import queencell.broker.Settled;
import queencell.gate.counter.Ledger;

/// Gets a partition past a message that is downstream already (runtime, 9.5). A duplicate does not say which id it is,
/// so the prefix is halved down to one message; without this a claim that mixes old and fresh messages would be refused
/// for ever. Thread-safe.
final class Halving {
    private final SettleCalls calls;
    private final SettleBooks books;

    Halving(SettleCalls calls, SettleBooks books) {
        this.calls = calls;
        this.books = books;
    }

    /// @param part what met the duplicate, paid for as a whole
    void settle(Part part, Ledger ledger) {
        List<Item.Work> paid = part.work();
        // what is refunded may be asked for again at once
        part.holding().blockage(Optional.empty());
        for (int want = part.admitted() / 2; want > 0; want /= 2) {
            Part half = Part.of(part.holding(), want);
            switch (calls.send(List.of(half), List.of())) {
                case Settled.Committed committed -> {
                    books.committed(List.of(half));
                    books.refund(paid.subList(want, paid.size()), ledger);
                    return;
                }
                case Settled.Unknown unknown -> {
                    books.unknown(List.of(half), unknown.text());
                    return;
                }
                case Settled.Duplicate again -> {}
                case Settled other -> {
                    books.refund(paid, ledger);
                    books.failed(part, other);
                    return;
                }
            }
        }
        single(part, paid, ledger);
    }

    /// The first message alone, with the messages of other paths before it.
    private void single(Part part, List<Item.Work> paid, Ledger ledger) {
        Part first = Part.of(part.holding(), 1);
        // what follows the first work message stays for the next round
        List<Item> upToWork = first.prefix().subList(0, first.prefix().indexOf(paid.getFirst()) + 1);
        Part one = new Part(part.holding(), upToWork, 1);
        switch (calls.send(List.of(one), List.of())) {
            case Settled.Committed committed -> {
                books.committed(List.of(one));
                books.refund(paid.subList(1, paid.size()), ledger);
            }
            case Settled.Duplicate duplicate -> {
                books.refund(paid, ledger);
                bareAck(one);
            }
            case Settled.Unknown unknown -> books.unknown(List.of(one), unknown.text());
            case Settled other -> {
                books.refund(paid, ledger);
                books.failed(one, other);
            }
        }
    }

    private void bareAck(Part one) {
        switch (calls.acknowledge(one)) {
            case Settled.Committed committed -> books.acknowledged(one);
            // whether or not it committed: the message comes back, or is settled
            case Settled.Unknown unknown -> one.holding().end();
            case Settled other
            when SettleBooks.isCause(other, Settled.Cause.LEASE_LOST) ->
                // settled by an attempt whose answer was lost, or somebody else's by now
                one.holding().end();
            case Settled other -> books.failed(one, other);
        }
    }
}
