package queencell.bench.gate;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The plainest relay there is: pop, charge, one transaction, raw bytes, one connection a worker. What it reaches is
/// what broker and database give, and the floor under Gate's figures.
final class FloorRelay {
    private static final byte[] ID = Scan.ascii("\"transactionId\":\"");
    private static final byte[] DATA = Scan.ascii("\"data\":");
    private static final byte[] PARTITION_ID = Scan.ascii("\"partitionId\":\"");
    private static final byte[] PARTITION = Scan.ascii("\"partition\":\"");
    private static final byte[] LEASE = Scan.ascii("\"leaseId\":\"");
    private static final byte[] SUCCESS = Scan.ascii("\"success\":true");

    private final URI broker;
    private final String source;
    private final int workers;
    private final boolean ackEach;

    /// @param cpuMicros of the relay itself, per item
    record Outcome(double perSecond, double cpuMicros) {}

    FloorRelay(URI broker, String source, int workers, boolean ackEach) {
        this.broker = broker;
        this.source = source;
        this.workers = workers;
        this.ackEach = ackEach;
    }

    /// Relays until so many items have passed.
    Outcome relay(int items) throws InterruptedException {
        var passed = new AtomicInteger();
        var last = new AtomicLong();
        var cpu = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        long begun = System.nanoTime();
        last.set(begun);
        for (int i = 0; i < workers; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                work(items, passed, last);
                cpu.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        // not until the threads have ended: those that found nothing any more sit out their last poll
        double seconds = (last.get() - begun) / 1e9;
        return new Outcome(passed.get() / seconds, cpu.get() / 1e3 / Math.max(1, passed.get()));
    }

    private void work(int items, AtomicInteger passed, AtomicLong last) {
        var pop =
                "/api/v1/pop/queue/%s?batch=200&wait=true&timeout=1000&consumerGroup=floor&leaseSeconds=10&subscriptionMode=all"
                        .formatted(source);
        var body = new Bytes(128 * 1024);
        long quietSince = System.nanoTime();
        try (Wire wire = Wire.to(broker)) {
            while (passed.get() < items
                    && System.nanoTime() - quietSince < Duration.ofSeconds(20).toNanos()) {
                if (wire.exchange("GET", pop, new byte[0], 0) != 200) {
                    continue;
                }
                int count = bundle(wire, body);
                byte[] settle = java.util.Arrays.copyOf(body.array(), body.length());
                charge(wire, body, count);
                wire.exchange("POST", "/api/v1/transaction", settle, settle.length);
                if (Scan.find(wire.bytes(), wire.bodyFrom(), wire.bodyTo(), SUCCESS) < 0) {
                    throw new IllegalStateException("a transaction was refused: " + wire.text());
                }
                passed.addAndGet(count);
                last.accumulateAndGet(System.nanoTime(), (before, now) -> now - before > 0 ? now : before);
                quietSince = System.nanoTime();
            }
        }
    }

    private static void charge(Wire wire, Bytes body, int count) {
        body.clear();
        body.add("{\"operations\":[{\"op\":\"incr\",\"ns\":\"floor\",\"key\":\"b\",\"delta\":")
                .add(Integer.toString(count))
                .add(",\"max\":1000000,\"ttlSeconds\":1},{\"op\":\"getMany\",\"ns\":\"floor\",\"keys\":[\"b\"]}]}");
        wire.exchange("POST", "/api/v1/kv", body.array(), body.length());
    }

    /// Writes the transaction of a claim.
    ///
    /// @return how many messages it settles
    private int bundle(Wire wire, Bytes body) {
        byte[] claim = wire.bytes();
        int end = wire.bodyTo();
        var acks = new Bytes(ackEach ? 64 * 1024 : 1024);
        body.clear();
        body.add("{\"type\":\"push\",\"items\":[");
        int count = 0;
        int leaseAt = Scan.find(claim, wire.bodyFrom(), end, LEASE) + LEASE.length;
        int leaseEnd = textEnd(claim, leaseAt);
        for (int at = Scan.find(claim, wire.bodyFrom(), end, DATA); at >= 0; at = Scan.find(claim, at + 1, end, DATA)) {
            int data = at + DATA.length;
            int dataEnd = Scan.find(claim, data, end, new byte[] {'}'}) + 1;
            int object = before(claim, at);
            int next = Scan.find(claim, dataEnd, end, new byte[] {'}'});
            int id = Scan.find(claim, object, next, ID) + ID.length;
            int partition = Scan.find(claim, object, next, PARTITION) + PARTITION.length;
            int partitionId = Scan.find(claim, object, next, PARTITION_ID) + PARTITION_ID.length;
            body.add(count == 0 ? "{\"queue\":\"" : ",{\"queue\":\"")
                    .add(source)
                    .add("-out\",\"partition\":\"");
            body.add(claim, partition, textEnd(claim, partition) - partition).add("\",\"transactionId\":\"");
            body.add(claim, id, textEnd(claim, id) - id)
                    .add("\",\"payload\":")
                    .add(claim, data, dataEnd - data)
                    .add("}");
            if (!ackEach) {
                acks.clear();
            }
            acks.add("{\"type\":\"ack\",\"status\":\"completed\",\"consumerGroup\":\"floor\",\"transactionId\":\"");
            acks.add(claim, id, textEnd(claim, id) - id).add("\",\"partitionId\":\"");
            acks.add(claim, partitionId, textEnd(claim, partitionId) - partitionId)
                    .add("\",\"leaseId\":\"");
            acks.add(claim, leaseAt, leaseEnd - leaseAt).add("\"},");
            count++;
        }
        body.add("]}");
        var whole = new Bytes(body.length() + acks.length() + 128);
        whole.add("{\"operations\":[").add(acks.array(), 0, acks.length());
        whole.add(body.array(), 0, body.length()).add("],\"requiredLeases\":[\"");
        whole.add(claim, leaseAt, leaseEnd - leaseAt).add("\"]}");
        body.clear();
        body.add(whole.array(), 0, whole.length());
        return count;
    }

    private static int before(byte[] in, int at) {
        int i = at;
        while (in[i] != '{') {
            i--;
        }
        return i;
    }

    private static int textEnd(byte[] in, int from) {
        int i = from;
        while (in[i] != '"') {
            i++;
        }
        return i;
    }
}
