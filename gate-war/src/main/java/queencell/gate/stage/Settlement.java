package queencell.gate.stage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.broker.AckStatus;
import queencell.broker.BrokerClient;
import queencell.broker.Bundle;
import queencell.broker.Settled;
import queencell.gate.counter.Charge;
import queencell.gate.counter.Counters;
import queencell.gate.counter.Ledger;

/// Ends what was admitted with one transaction: acks and pushes together or not at all (runtime, 9).
///
/// Several partitions share a transaction; when it rolls back, each is tried alone, so that one stuck or doubled
/// message
/// holds up its own partition only. An outcome that nobody knows is neither repeated nor refunded.
final class Settlement {
    /// Key/value operations that a transaction takes.
    private static final int MOST_RIDERS = 64;

    private final StageNames names;
    private final BrokerClient broker;
    private final Counters counters;
    private final Relay relay;
    private final StageCounters counts;
    private final WedgeWatch wedges;
    private final PartitionWidth width;
    private final SettleReports reports;
    private final boolean ackEach;
    private final String kvNamespace;

    Settlement(StageNames names, StageTools tools, Relay relay, Tally tally) {
        this.names = names;
        this.broker = tools.broker();
        this.counters = tools.counters();
        this.relay = relay;
        this.counts = tally.counters();
        this.wedges = tally.wedges();
        this.width = tally.width();
        this.reports = new SettleReports(names);
        this.ackEach = tools.settings().ackEach();
        this.kvNamespace = tools.kvNamespace();
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
        if (charges.isEmpty() || charges.size() > MOST_RIDERS) {
            return false;
        }
        Settled settled;
        try {
            settled = send(parts, charges);
        } catch (UnstageableException unstageable) {
            return false;
        }
        switch (settled) {
            case Settled.Committed committed -> committed(parts);
            case Settled.Unknown unknown -> unknown(parts, unknown.text());
            case Settled rolledBack -> {
                return false;
            }
        }
        return true;
    }

    private void settle(List<Part> parts, Ledger ledger) {
        Settled settled;
        try {
            settled = send(parts);
        } catch (UnstageableException unstageable) {
            unstageable(parts, unstageable, ledger);
            return;
        }
        switch (settled) {
            case Settled.Committed committed -> committed(parts);
            case Settled.Unknown unknown -> unknown(parts, unknown.text());
            case Settled rolledBack when parts.size() == 1 -> rolledBack(parts.getFirst(), rolledBack, ledger);
            case Settled rolledBack -> {
                width.contended();
                parts.forEach(part -> settle(List.of(part), ledger));
            }
        }
    }

    /// A message that cannot be written as a push will never pass: it becomes poison, and the others are asked again.
    private void unstageable(List<Part> parts, UnstageableException fault, Ledger ledger) {
        for (Part part : parts) {
            refund(part.work(), ledger);
            part.holding().blockage(Optional.empty());
            part.holding()
                    .spoil(fault.work(), "the message cannot be written for its next queue: " + fault.getMessage());
        }
    }

    private void rolledBack(Part part, Settled why, Ledger ledger) {
        if (why instanceof Settled.Duplicate duplicate) {
            counts.duplicate();
            reports.duplicate(part, duplicate.text());
            halve(part, ledger);
        } else {
            refund(part.work(), ledger);
            failed(part, why);
        }
    }

    /// A duplicate does not say which id it is, so the prefix is halved down to one message (runtime, 9.5).
    private void halve(Part part, Ledger ledger) {
        List<Item.Work> paid = part.work();
        // what is refunded may be asked for again at once
        part.holding().blockage(Optional.empty());
        for (int want = part.admitted() / 2; want > 0; want /= 2) {
            Part half = Part.of(part.holding(), want);
            Settled settled = send(List.of(half));
            if (settled instanceof Settled.Committed) {
                committed(List.of(half));
                refund(paid.subList(want, paid.size()), ledger);
                return;
            }
            if (settled instanceof Settled.Unknown unknown) {
                unknown(List.of(half), unknown.text());
                return;
            }
            if (!(settled instanceof Settled.Duplicate)) {
                refund(paid, ledger);
                failed(part, settled);
                return;
            }
        }
        single(part, paid, ledger);
    }

    /// The first message alone, with the messages of other paths before it.
    private void single(Part part, List<Item.Work> paid, Ledger ledger) {
        Part one = Part.of(part.holding(), 1);
        // what follows the first work message stays for the next round
        List<Item> upToWork = one.prefix().subList(0, one.prefix().indexOf(paid.getFirst()) + 1);
        one = new Part(part.holding(), upToWork, 1);
        switch (send(List.of(one))) {
            case Settled.Committed committed -> {
                committed(List.of(one));
                refund(paid.subList(1, paid.size()), ledger);
            }
            case Settled.Duplicate duplicate -> {
                // downstream already: settle it here and count it nowhere
                refund(paid, ledger);
                bareAck(one);
            }
            case Settled.Unknown unknown -> unknown(List.of(one), unknown.text());
            case Settled other -> {
                refund(paid, ledger);
                failed(one, other);
            }
        }
    }

    private void bareAck(Part one) {
        Bundle bundle = broker.bundle();
        acks(bundle, one);
        switch (broker.settle(bundle)) {
            case Settled.Committed committed -> {
                counts.foreign(one.prefix().size() - 1);
                wedges.cleared(one.holding().partitionId());
                one.holding().settled(one.prefix().size());
                letGoWhenDone(one.holding());
            }
            case Settled.Unknown unknown -> leave(one.holding());
            case Settled.AckRejected(Settled.Cause cause, String text)
            when cause == Settled.Cause.LEASE_LOST ->
                // settled by an attempt whose answer was lost, or somebody else's by now
                leave(one.holding());
            case Settled other -> failed(one, other);
        }
    }

    /// Dead-letters the first message of a partition. The lease ends with it, and the rest is offered again at once.
    void deadLetter(Holding holding, Item.Poison poison) {
        Bundle bundle = broker.bundle();
        bundle.ack(names.group(), poison.message(), AckStatus.DLQ, poison.reason());
        reports.deadLetter(holding, poison.reason());
        Settled settled = broker.settle(bundle);
        if (settled instanceof Settled.Committed) {
            counts.deadlettered();
            wedges.cleared(holding.partitionId());
        } else {
            reports.deadLetterFailed(holding, settled);
        }
        leave(holding);
    }

    private Settled send(List<Part> parts) {
        return send(parts, List.of());
    }

    private Settled send(List<Part> parts, List<Charge> riding) {
        Bundle bundle = broker.bundle();
        if (!riding.isEmpty()) {
            bundle.kv(kvNamespace, Counters.riders(riding));
        }
        for (Part part : parts) {
            acks(bundle, part);
            for (Item.Work work : part.work()) {
                push(bundle, work);
            }
        }
        long began = System.nanoTime();
        Settled settled = broker.settle(bundle);
        width.settled(Duration.ofNanos(System.nanoTime() - began));
        return settled;
    }

    private void push(Bundle bundle, Item.Work work) {
        try {
            relay.push(bundle, work);
        } catch (RuntimeException unwritten) {
            bundle.discard();
            throw new UnstageableException(work, unwritten);
        }
    }

    /// Acks commit positionally, so the last message of the prefix commits all of it (runtime, 9.1).
    private void acks(Bundle bundle, Part part) {
        if (ackEach) {
            part.prefix().forEach(item -> bundle.ack(names.group(), item.message(), AckStatus.COMPLETED));
        } else {
            bundle.ack(names.group(), part.last(), AckStatus.COMPLETED);
        }
    }

    private void committed(List<Part> parts) {
        int items = 0;
        int foreign = 0;
        long cost = 0;
        for (Part part : parts) {
            items += part.admitted();
            foreign += part.prefix().size() - part.admitted();
            for (Item.Work work : part.work()) {
                cost = cost > Long.MAX_VALUE - work.cost() ? Long.MAX_VALUE : cost + work.cost();
            }
            wedges.cleared(part.holding().partitionId());
            part.holding().settled(part.prefix().size());
            letGoWhenDone(part.holding());
        }
        counts.committed(items, foreign, cost);
    }

    /// It may have committed. Then the items are gone downstream, and a refund would let the window admit them twice.
    private void unknown(List<Part> parts, String text) {
        counts.leaked();
        for (Part part : parts) {
            counts.released();
            leave(part.holding());
        }
        reports.unknown(parts.getFirst(), text);
    }

    private void failed(Part part, Settled why) {
        width.contended();
        boolean unresolvable = why instanceof Settled.AckRejected(Settled.Cause cause, String text)
                && cause == Settled.Cause.UNKNOWN_MESSAGE;
        boolean leaseLost = why instanceof Settled.AckRejected(Settled.Cause cause, String text)
                && cause == Settled.Cause.LEASE_LOST;
        Holding holding = part.holding();
        if (!leaseLost) {
            int attempts = wedges.failed(
                    holding.partitionId(),
                    holding.partition(),
                    holding.head().message().transactionId(),
                    unresolvable);
            if (attempts > 0) {
                counts.wedged();
                reports.wedged(holding, attempts, why);
            }
        }
        counts.released();
        reports.failed(part, why);
        leave(holding);
    }

    private void refund(List<Item.Work> unpaid, Ledger ledger) {
        List<Charge> charges = Spending.of(unpaid);
        if (!charges.isEmpty()) {
            counters.refund(charges, ledger);
        }
    }

    private static void letGoWhenDone(Holding holding) {
        if (holding.done()) {
            holding.end();
        }
    }

    private static void leave(Holding holding) {
        holding.end();
    }
}
