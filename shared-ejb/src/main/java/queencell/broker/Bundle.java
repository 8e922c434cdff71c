package queencell.broker;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// A transaction being written: acks and pushes that the broker applies together or not at all (wire, 9.1).
///
/// Operations are written at once into the bytes that will be sent, so that nothing is built per message. Use
/// it on one thread and settle it once; a bundle that is not settled after all is handed back with
/// [#discard].
///
/// Every ack carries its lease (9.2). Payloads are spliced raw, but the broker parses them: see [Relayable].
public final class Bundle {

    private final BufferPool buffers;
    private final JsonBuffer out;
    private final Set<String> leases = new LinkedHashSet<>(2);
    private boolean inItems;
    private boolean deadLetters;
    private boolean any;
    private String kvNamespace = "";
    private List<KvOp> kv = List.of();
    private boolean open = true;

    Bundle(BufferPool buffers) {
        this.buffers = buffers;
        out = buffers.take();
        out.ascii("{\"operations\":[");
    }

    public Bundle ack(String group, Message message, AckStatus status) {
        return ack(group, message, status, "");
    }

    /// @param error reason of a `failed` or `dlq`; empty for none
    public Bundle ack(String group, Message message, AckStatus status, String error) {
        return ack(group, Ack.of(message, status, error));
    }

    public Bundle ack(String group, Ack ack) {
        begin();
        out.ascii("{\"type\":\"ack\",\"transactionId\":").string(ack.transactionId());
        out.ascii(",\"partitionId\":").string(ack.partitionId());
        out.ascii(",\"status\":\"").ascii(ack.status().word()).ascii("\"");
        if (!group.isEmpty()) {
            out.ascii(",\"consumerGroup\":").string(group);
        }
        out.ascii(",\"leaseId\":").string(ack.leaseId());
        if (!ack.error().isEmpty()) {
            out.ascii(",\"error\":").string(ack.error());
        }
        out.ascii("}");
        deadLetters |= ack.status() == AckStatus.DLQ;
        if (!ack.leaseId().isEmpty()) {
            leases.add(ack.leaseId());
        }
        return this;
    }

    public Bundle push(PushItem item) {
        return push(item.queue(), item.partition(), item.transactionId(), payload -> payload.raw(item.payload()));
    }

    /// @param partition empty for `Default`
    /// @param transactionId empty lets the broker mint one
    /// @param payload writes exactly one JSON value
    public Bundle push(String queue, String partition, String transactionId, Consumer<JsonBuffer> payload) {
        PushItem.check(queue, partition, transactionId);
        if (inItems) {
            out.ascii(",");
        } else {
            begin();
            out.ascii("{\"type\":\"push\",\"items\":[");
            inItems = true;
        }
        Requests.pushItem(out, queue, partition, transactionId);
        payload.accept(out);
        out.ascii("}");
        return this;
    }

    /// Key/value riders, applied before the pushes and acks of the bundle; at most 64 operations, no prefix
    /// read.
    public Bundle kv(String namespace, List<KvOp> operations) {
        if (operations.size() > 64) {
            throw new IllegalArgumentException(
                    "%d key/value riders: a transaction takes at most 64".formatted(operations.size()));
        }
        kvNamespace = namespace;
        kv = List.copyOf(operations);
        return this;
    }

    /// Gives the buffer back without sending anything. A settled bundle needs no discard.
    public void discard() {
        if (open) {
            open = false;
            buffers.giveBack(out);
        }
    }

    /// Ends the writing; the caller discards the bundle after sending.
    JsonBuffer finish() {
        if (!open) {
            throw new IllegalStateException("this bundle was settled or discarded: make a new one for every attempt");
        }
        endItems();
        out.ascii("]");
        requiredLeases();
        if (!kv.isEmpty()) {
            out.ascii(",\"kv\":");
            Requests.kvOperations(out, kvNamespace, kv);
        }
        return out.ascii("}");
    }

    /// All of them: claims that were taken one by one may be settled together.
    private void requiredLeases() {
        String before = ",\"requiredLeases\":[";
        for (String lease : leases) {
            out.ascii(before).string(lease);
            before = ",";
        }
        out.ascii(leases.isEmpty() ? "" : "]");
    }

    /// Whether more than the verdict counts: what became of riders, and whether the broker knows dead letters.
    boolean asksForResults() {
        return deadLetters || !kv.isEmpty();
    }

    private void begin() {
        endItems();
        if (any) {
            out.ascii(",");
        }
        any = true;
    }

    private void endItems() {
        if (inItems) {
            out.ascii("]}");
            inItems = false;
        }
    }
}
