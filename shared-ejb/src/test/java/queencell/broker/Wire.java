package queencell.broker;

import java.util.Arrays;
import java.util.List;

/// Small parts that many tests need.
final class Wire {

    static final String PARTITION = "01a22ad8-c3c9-7001-a199-6966eee3ca01";
    static final String LEASE = "01a22ad8-c3c9-7001-a199-6966eee3ca02";
    static final Ack ACK = new Ack("ord-1", PARTITION, LEASE, AckStatus.COMPLETED, "");

    private Wire() {}

    /// A bundle of which every single result is asked for.
    static Bundle deadLetter(BrokerClient client) {
        return client.bundle()
                .ack("g", new Ack(ACK.transactionId(), ACK.partitionId(), ACK.leaseId(), AckStatus.DLQ, "e"));
    }

    static Bundle ackOnly(BrokerClient client) {
        return client.bundle().ack("g", ACK);
    }

    static KvOp.Incr incr(String key, long delta) {
        return KvOp.Incr.of(key, delta, Expiry.seconds(1));
    }

    static List<PushItem> pushes(String... transactionIds) {
        return Arrays.stream(transactionIds)
                .map(id -> new PushItem("q", "p", id, RawJson.of("{\"n\":1}")))
                .toList();
    }
}
