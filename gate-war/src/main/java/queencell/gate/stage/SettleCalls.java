package queencell.gate.stage;

import static queencell.log.Field.field;

import java.time.Duration;
import java.util.List;
import queencell.broker.AckStatus;
import queencell.broker.BrokerClient;
import queencell.broker.Bundle;
import queencell.broker.Settled;
import queencell.gate.counter.Charge;
import queencell.gate.counter.Counters;
import queencell.log.EventLog;

/// Writes and sends the transactions of one stage (runtime, 9.1 and 9.7): each once, whatever becomes of it.
/// Thread-safe.
final class SettleCalls {
    private static final EventLog LOG = EventLog.of("gate.stage");

    private final StageNames names;
    private final BrokerClient broker;
    private final Relay relay;
    private final PartitionWidth width;
    private final boolean ackEach;
    private final String kvNamespace;
    private volatile AckStatus ofPoison = AckStatus.DLQ;

    SettleCalls(StageNames names, StageTools tools, Relay relay, PartitionWidth width) {
        this.names = names;
        this.broker = tools.broker().near(names.source(), names.group());
        this.relay = relay;
        this.width = width;
        this.ackEach = tools.settings().ackEach();
        this.kvNamespace = tools.kvNamespace();
    }

    /// Acks and pushes of some partitions.
    ///
    /// @param riding charges that are made or refused together with it
    /// @throws UnstageableException when a message cannot be written as a push; nothing is sent then
    Settled send(List<Part> parts, List<Charge> riding) {
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

    /// What the pushes of these partitions carry, without their stamps.
    long bytesOf(List<Part> parts) {
        long bytes = 0;
        for (Part part : parts) {
            for (Item item : part.prefix()) {
                bytes += item instanceof Item.Work work ? relay.bytesOf(work) : 0;
            }
        }
        return bytes;
    }

    /// Acks without the pushes, for what is downstream already.
    Settled acknowledge(Part part) {
        Bundle bundle = broker.bundle();
        acks(bundle, part);
        return broker.settle(bundle);
    }

    /// Ends a message that can never pass. A broker that does not know the status `dlq` gets `failed`, which leads to
    /// the same place after the queue's retries.
    Settled deadLetter(Item.Poison poison) {
        AckStatus status = ofPoison;
        Settled settled = deadLetter(poison, status);
        if (status == AckStatus.FAILED || knowsDeadLetters(settled)) {
            return settled;
        }
        ofPoison = AckStatus.FAILED;
        LOG.warn(
                "dead_letters_by_retries",
                field("stage", names.stage()),
                field("why", "the broker does not know the ack status dlq"));
        return settled instanceof Settled.Committed ? settled : deadLetter(poison, AckStatus.FAILED);
    }

    private Settled deadLetter(Item.Poison poison, AckStatus status) {
        Bundle bundle = broker.bundle();
        bundle.ack(names.group(), poison.message(), status, poison.reason());
        return broker.settle(bundle);
    }

    /// Acks a message that can never pass as if it had passed.
    Settled passOver(Item.Poison poison) {
        Bundle bundle = broker.bundle();
        bundle.ack(names.group(), poison.message(), AckStatus.COMPLETED);
        return broker.settle(bundle);
    }

    private static boolean knowsDeadLetters(Settled settled) {
        return switch (settled) {
            case Settled.Committed committed -> committed.deadLettered();
            case Settled.Refused refused -> false;
            case Settled.AckRejected rejected -> rejected.cause() != Settled.Cause.OTHER;
            // says nothing about it
            case Settled other -> true;
        };
    }

    private void push(Bundle bundle, Item.Work work) {
        try {
            relay.push(bundle, work);
        } catch (RuntimeException unwritten) {
            bundle.discard();
            throw new UnstageableException(work, unwritten);
        }
    }

    /// Acks commit positionally, so the last message of the prefix commits all of it.
    private void acks(Bundle bundle, Part part) {
        if (ackEach) {
            part.prefix().forEach(item -> bundle.ack(names.group(), item.message(), AckStatus.COMPLETED));
        } else {
            bundle.ack(names.group(), part.last(), AckStatus.COMPLETED);
        }
    }
}
