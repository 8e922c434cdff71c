package queencell.gate.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.broker.CallFailure;
import queencell.broker.Settled;
import queencell.gate.counter.Charge;
import queencell.gate.counter.Ledger;

/// Ends what was admitted with one transaction: acks and pushes together or not at all (runtime, 9).
///
/// Several partitions share a transaction; when it rolls back, each is tried alone, so that one stuck or
/// doubled message holds up its own partition only. What is too large for one goes in pieces, the front
/// first. An outcome that nobody knows is neither repeated nor refunded.
final class Settlement {
    /// Payload bytes of a transaction: far below what brokers and proxies take, unless somebody set them to less, and
    /// a bound of what a worker writes at once.
    static final long MOST_BYTES = 4L << 20;

    private static final int TOO_LARGE = 413;
    /// Key/value operations that a transaction takes.
    private static final int MOST_RIDERS = 64;

    private final SettleCalls calls;
    private final SettleBooks books;
    private final Halving halving;
    private final SettleReports reports;
    private final DeadLetters deadLetters = new DeadLetters();

    Settlement(StageNames names, StageTools tools, Relay relay, Tally tally) {
        this.reports = new SettleReports(names);
        this.calls = new SettleCalls(names, tools, relay, tally.width());
        this.books = new SettleBooks(tally, tools.counters(), reports);
        this.halving = new Halving(calls, books);
    }

    /// Settles what the verdict admits.
    ///
    /// @return the partitions that are still held under their lease and have messages left
    List<Holding> commit(List<Holding> holdings, Verdict.Granted granted) {
        var parts = new ArrayList<Part>(holdings.size());
        for (int i = 0; i < holdings.size(); i++) {
            holdings.get(i).blockage(granted.fit().blocked().get(i));
            Part part = Part.of(holdings.get(i), granted.fit().admitted().get(i));
            if (!part.prefix().isEmpty()) {
                parts.add(part);
            }
        }
        if (!parts.isEmpty()) {
            settle(parts, granted.ledger());
        }
        return holdings.stream().filter(holding -> !holding.ended()).toList();
    }

    /// Charges and settles everything in one transaction, which takes both or neither (ruling on the increment inside
    /// the settle).
    ///
    /// @return false when nothing happened and the ordinary way has to be taken
    boolean ride(List<Holding> holdings) {
        List<Part> parts = holdings.stream()
                .map(holding -> Part.of(holding, holding.work().size()))
                .filter(part -> !part.prefix().isEmpty())
                .toList();
        List<Charge> charges =
                Spending.of(parts.stream().flatMap(part -> part.work().stream()).toList());
        if (charges.isEmpty() || charges.size() > MOST_RIDERS || calls.bytesOf(parts) > MOST_BYTES) {
            return false;
        }
        Settled settled;
        try {
            settled = calls.send(parts, charges);
        } catch (UnstageableException unstageable) {
            return false;
        }
        switch (settled) {
            case Settled.Committed committed -> books.committed(parts);
            case Settled.Unknown unknown -> books.unknown(parts, unknown.text());
            case Settled rolledBack -> {
                return false;
            }
        }
        return true;
    }

    private void settle(List<Part> parts, Ledger ledger) {
        if (calls.bytesOf(parts) > MOST_BYTES) {
            if (parts.size() > 1) {
                parts.forEach(part -> settle(List.of(part), ledger));
                return;
            }
            if (parts.getFirst().admitted() > 1) {
                settleInHalves(parts.getFirst(), ledger);
                return;
            }
        }
        send(parts, ledger);
    }

    private void send(List<Part> parts, Ledger ledger) {
        Settled settled;
        try {
            settled = calls.send(parts, List.of());
        } catch (UnstageableException unstageable) {
            unstageable(parts, unstageable, ledger);
            return;
        }
        switch (settled) {
            case Settled.Committed committed -> books.committed(parts);
            case Settled.Unknown unknown -> books.unknown(parts, unknown.text());
            case Settled rolledBack
            when parts.size() > 1 -> {
                books.contended();
                parts.forEach(part -> settle(List.of(part), ledger));
            }
            case Settled.Duplicate duplicate -> {
                books.metDuplicate(parts.getFirst(), duplicate);
                halving.settle(parts.getFirst(), ledger);
            }
            case Settled.Refused(CallFailure.Refused refusal)
            when refusal.status() == TOO_LARGE && parts.getFirst().admitted() > 0 ->
                tooLarge(parts.getFirst(), refusal.text(), ledger);
            case Settled rolledBack -> {
                books.refund(parts.getFirst().work(), ledger);
                books.failed(parts.getFirst(), rolledBack);
            }
        }
    }

    /// A plan or a broker takes less at once than this claim has. A message that is too large alone will never pass.
    private void tooLarge(Part part, String text, Ledger ledger) {
        if (part.admitted() > 1) {
            reports.tooLarge(part, text);
            settleInHalves(part, ledger);
            return;
        }
        Item.Work only = part.work().getFirst();
        books.refund(List.of(only), ledger);
        part.holding().blockage(Optional.empty());
        part.holding().spoil(only, "no transaction may carry it, it is too large: " + text);
    }

    /// The front half, and the rest if the front is through: what stands behind must not overtake it.
    private void settleInHalves(Part part, Ledger ledger) {
        Holding holding = part.holding();
        int half = part.admitted() / 2;
        List<Item.Work> rest = part.work().subList(half, part.admitted());
        settle(List.of(Part.of(holding, half)), ledger);
        if (!holding.ended() && holding.isNext(rest.getFirst())) {
            settle(List.of(Part.of(holding, rest.size())), ledger);
        } else {
            // what is refunded may be asked for again at once
            holding.blockage(Optional.empty());
            books.refund(rest, ledger);
        }
    }

    /// A message that cannot be written as a push will never pass: it becomes poison, and the others are asked again.
    private void unstageable(List<Part> parts, UnstageableException fault, Ledger ledger) {
        for (Part part : parts) {
            books.refund(part.work(), ledger);
            part.holding().blockage(Optional.empty());
            part.holding()
                    .spoil(fault.work(), "the message cannot be written for its next queue: " + fault.getMessage());
        }
    }

    /// Dead-letters the first message of a partition. The lease ends with it, and the rest is offered again at once.
    ///
    /// One that is offered again and again is passed over with a plain ack: it would hold up its partition
    /// for ever. The broker keeps it as long as its queue keeps what is completed.
    void deadLetter(Holding holding, Item.Poison poison) {
        if (deadLetters.isBackForGood(poison.message())) {
            passOver(holding, poison);
            return;
        }
        reports.deadLetter(holding, poison.reason());
        Settled settled = calls.deadLetter(poison);
        if (settled instanceof Settled.Committed committed && committed.deadLettered()) {
            deadLetters.confirmed(poison.message());
        }
        books.deadLettered(holding, settled);
    }

    private void passOver(Holding holding, Item.Poison poison) {
        Settled settled = calls.passOver(poison);
        if (settled instanceof Settled.Committed) {
            deadLetters.passed(poison.message());
            reports.passedOver(holding, poison);
        }
        books.passedOver(holding, settled);
    }
}
