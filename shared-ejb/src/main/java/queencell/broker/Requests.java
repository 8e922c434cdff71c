package queencell.broker;

import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;

/// Writes request bodies and targets in the broker's spelling (wire, 5 to 11).
final class Requests {

    /// Always three digits behind the second; an instant prints as many as it happens to have.
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private Requests() {}

    static String popTarget(PopRequest pop) {
        var target = new StringBuilder(192).append("/api/v1/pop/queue/").append(WireNames.encode(pop.queue()));
        if (!pop.partition().isEmpty()) {
            target.append("/partition/").append(WireNames.encode(pop.partition()));
        }
        target.append("?batch=").append(pop.batch());
        if (pop.partitions() > 1 && pop.partition().isEmpty()) {
            target.append("&partitions=").append(pop.partitions());
        }
        if (!pop.window().isZero()) {
            target.append("&wait=true&timeout=").append(pop.window().toMillis());
        }
        if (!pop.group().isEmpty()) {
            target.append("&consumerGroup=").append(WireNames.encode(pop.group()));
        }
        if (pop.leaseSeconds() > 0) {
            target.append("&leaseSeconds=").append(pop.leaseSeconds());
        }
        if (pop.autoAck()) {
            target.append("&autoAck=true");
        }
        switch (pop.start()) {
            case PopRequest.Start.All _ -> target.append("&subscriptionMode=all");
            case PopRequest.Start.New _ -> target.append("&subscriptionMode=new");
            case PopRequest.Start.From from ->
                target.append("&subscriptionMode=new&subscriptionFrom=")
                        .append(WireNames.encode(MILLIS.format(from.instant())));
        }
        return target.toString();
    }

    static void push(JsonBuffer out, List<PushItem> items) {
        out.ascii("{\"items\":[");
        boolean first = true;
        for (PushItem item : items) {
            if (!first) {
                out.ascii(",");
            }
            first = false;
            pushItem(out, item.queue(), item.partition(), item.transactionId());
            out.raw(item.payload()).ascii("}");
        }
        out.ascii("]}");
    }

    /// An item up to and with `"payload":`; the value and the closing brace are the caller's.
    static void pushItem(JsonBuffer out, String queue, String partition, String transactionId) {
        out.ascii("{\"queue\":").string(queue);
        if (!partition.isEmpty()) {
            out.ascii(",\"partition\":").string(partition);
        }
        if (!transactionId.isEmpty()) {
            out.ascii(",\"transactionId\":").string(transactionId);
        }
        out.ascii(",\"payload\":");
    }

    static void ackBatch(JsonBuffer out, String group, List<Ack> acks) {
        out.ascii("{");
        if (!group.isEmpty()) {
            out.ascii("\"consumerGroup\":").string(group).ascii(",");
        }
        out.ascii("\"acknowledgments\":[");
        boolean first = true;
        for (Ack ack : acks) {
            out.ascii(first ? "{\"transactionId\":" : ",{\"transactionId\":").string(ack.transactionId());
            out.ascii(",\"partitionId\":").string(ack.partitionId());
            out.ascii(",\"status\":\"").ascii(ack.status().word());
            out.ascii("\",\"leaseId\":").string(ack.leaseId());
            if (!ack.error().isEmpty()) {
                out.ascii(",\"error\":").string(ack.error());
            }
            out.ascii("}");
            first = false;
        }
        out.ascii("]}");
    }

    static void kv(JsonBuffer out, String namespace, List<? extends KvOp> operations) {
        out.ascii("{\"operations\":");
        kvOperations(out, namespace, operations);
        out.ascii("}");
    }

    static void kvOperations(JsonBuffer out, String namespace, List<? extends KvOp> operations) {
        out.ascii("[");
        boolean first = true;
        for (KvOp operation : operations) {
            if (!first) {
                out.ascii(",");
            }
            first = false;
            out.ascii("{\"ns\":").string(namespace);
            kvOperation(out, operation);
            out.ascii("}");
        }
        out.ascii("]");
    }

    private static void kvOperation(JsonBuffer out, KvOp operation) {
        switch (operation) {
            case KvOp.Get get -> out.ascii(",\"op\":\"get\",\"key\":").string(get.key());
            case KvOp.GetMany many -> keys(out.ascii(",\"op\":\"getMany\",\"keys\":["), many.keys());
            case KvOp.GetPrefix prefix -> {
                out.ascii(",\"op\":\"getPrefix\",\"prefix\":").string(prefix.prefix());
                if (!prefix.after().isEmpty()) {
                    out.ascii(",\"after\":").string(prefix.after());
                }
                out.ascii(",\"limit\":").number(prefix.limit());
                out.ascii(prefix.keysOnly() ? ",\"keysOnly\":true" : "");
            }
            case KvOp.Incr incr -> {
                out.ascii(",\"op\":\"incr\",\"key\":").string(incr.key());
                out.ascii(",\"delta\":").number(incr.delta());
                if (incr.min() != KvOp.Incr.NO_MIN) {
                    out.ascii(",\"min\":").number(incr.min());
                }
                if (incr.max() != KvOp.Incr.NO_MAX) {
                    out.ascii(",\"max\":").number(incr.max());
                }
                expiry(out, incr.expiry());
                required(out, incr.required());
            }
            case KvOp.Put put -> {
                out.ascii(",\"op\":\"put\",\"key\":").string(put.key());
                out.ascii(",\"value\":").raw(put.value());
                expiry(out, put.expiry());
                expect(out, put.expect());
                required(out, put.required());
            }
            case KvOp.PutIfAbsent put -> {
                out.ascii(",\"op\":\"putIfAbsent\",\"key\":").string(put.key());
                out.ascii(",\"value\":").raw(put.value());
                expiry(out, put.expiry());
            }
            case KvOp.Delete delete -> {
                out.ascii(",\"op\":\"delete\",\"key\":").string(delete.key());
                expect(out, delete.expect());
            }
        }
    }

    private static void keys(JsonBuffer out, List<String> keys) {
        boolean first = true;
        for (String key : keys) {
            if (!first) {
                out.ascii(",");
            }
            out.string(key);
            first = false;
        }
        out.ascii("]");
    }

    private static void expiry(JsonBuffer out, Expiry expiry) {
        if (expiry.ttlSeconds() == 0) {
            out.ascii(",\"forever\":true");
        } else {
            out.ascii(",\"ttlSeconds\":").number(expiry.ttlSeconds());
        }
    }

    private static void expect(JsonBuffer out, long version) {
        if (version != KvOp.Put.ANY) {
            out.ascii(",\"expect\":").number(version);
        }
    }

    private static void required(JsonBuffer out, boolean required) {
        out.ascii(required ? ",\"required\":true" : "");
    }
}
