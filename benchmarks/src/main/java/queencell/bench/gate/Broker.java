package queencell.bench.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.function.IntFunction;

/// What the scenarios ask of the broker beside what they measure. One thread.
final class Broker implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ONE_PUSH = 500;

    private final Wire wire;

    Broker(URI url) {
        wire = Wire.to(url);
    }

    /// Pushes so many items of some 120 bytes, over partitions `p0`, `p1`, and so on.
    ///
    /// @param more members of the n-th payload, each with a comma behind it
    void fill(String queue, int items, int partitions, IntFunction<String> more) {
        var body = new Bytes(128 * 1024);
        for (int from = 0; from < items; from += ONE_PUSH) {
            body.clear();
            body.add("{\"items\":[");
            for (int i = from; i < Math.min(items, from + ONE_PUSH); i++) {
                body.add(i == from ? "" : ",")
                        .add("{\"queue\":\"")
                        .add(queue)
                        .add("\",\"partition\":\"p")
                        .add(Integer.toString(i % partitions))
                        .add("\",\"transactionId\":\"")
                        .add(queue)
                        .add("-" + i)
                        .add("\",\"payload\":{")
                        .add(more.apply(i))
                        .add("\"n\":" + i)
                        .add(
                                ",\"listing\":\"L-4711\",\"op\":\"price\",\"note\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}}");
            }
            body.add("]}");
            int status = wire.exchange("POST", "/api/v1/push", body.array(), body.length());
            if (status != 201) {
                throw new IllegalStateException("a push was answered %d: %s".formatted(status, wire.text()));
            }
        }
    }

    void push(String queue, String partition, String payload) {
        byte[] body = Scan.ascii("{\"items\":[{\"queue\":\"%s\",\"partition\":\"%s\",\"payload\":%s}]}"
                .formatted(queue, partition, payload));
        wire.exchange("POST", "/api/v1/push", body, body.length);
    }

    void delete(String queue) {
        wire.exchange("DELETE", "/api/v1/resources/queues/" + queue, new byte[0], 0);
    }

    /// Waits up to a second for messages, and takes them.
    JsonNode take(String queue) {
        int status = wire.exchange(
                "GET",
                "/api/v1/pop/queue/%s?consumerGroup=drain&subscriptionMode=all&batch=500&partitions=16&wait=true&timeout=1000&autoAck=true"
                        .formatted(queue),
                new byte[0],
                0);
        try {
            return status == 200 ? JSON.readTree(wire.text()).path("messages") : JSON.createArrayNode();
        } catch (IOException broken) {
            throw new UncheckedIOException("a pop answered no JSON", broken);
        }
    }

    @Override
    public void close() {
        wire.close();
    }
}
