package queencell.proxy.inspect;

import static queencell.proxy.inspect.QueuePartition.DEFAULT_PARTITION;

import java.io.IOException;

/// One message as transactions and stream cycles read it: a field of another type counts as missing, and `data` stands
/// in for `payload` (broker wire, 9.1 and 17).
final class LooseItem {
    private static final int MISSING = -1;

    private String queue = "";
    private boolean hasQueue;
    private String partition = DEFAULT_PARTITION;
    private int payload = MISSING;
    private int data = MISSING;

    /// Reads the value of one field, or reads over it.
    void read(JsonBody body, String key) throws IOException {
        switch (key) {
            case "queue" -> {
                hasQueue = body.isText();
                queue = hasQueue ? body.text() : "";
                body.skip();
            }
            case "partition" -> {
                partition = body.isText() ? body.text() : DEFAULT_PARTITION;
                body.skip();
            }
            case "payload" -> payload = body.skippedBytes();
            case "data" -> data = body.skippedBytes();
            default -> body.skip();
        }
    }

    boolean hasQueue() {
        return hasQueue;
    }

    boolean hasPayload() {
        return payload != MISSING;
    }

    String queue() {
        return queue;
    }

    String partition() {
        return partition;
    }

    int payloadBytes() {
        int bytes = payload == MISSING ? data : payload;
        return Math.max(0, bytes);
    }
}
