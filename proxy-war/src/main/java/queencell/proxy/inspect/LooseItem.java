package queencell.proxy.inspect;

import static queencell.proxy.inspect.QueuePartition.DEFAULT_PARTITION;

import java.io.IOException;
import java.util.Optional;

/// One message as transactions and stream cycles read it: a field of another type counts as missing, and `data` stands
/// in for `payload` (broker wire, 9.1 and 17).
final class LooseItem {
    private static final int MISSING = -1;

    private final String place;
    private String queue = "";
    private boolean hasQueue;
    private String partition = DEFAULT_PARTITION;
    private int payload = MISSING;
    private int data = MISSING;
    private Optional<String> badId = Optional.empty();

    /// @param place where it stands, for the client
    LooseItem(String place) {
        this.place = place;
    }

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
            case "transactionId" -> {
                badId = body.isText() ? Names.idProblem(place, body.textBytes()) : Optional.empty();
                body.skip();
            }
            default -> body.skip();
        }
    }

    boolean hasQueue() {
        return hasQueue;
    }

    boolean hasPayload() {
        return payload != MISSING;
    }

    /// Why its `transactionId` is refused (A29).
    Optional<String> badId() {
        return badId;
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
