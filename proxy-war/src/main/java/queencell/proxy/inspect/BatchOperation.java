package queencell.proxy.inspect;

import static queencell.proxy.inspect.QueuePartition.DEFAULT_PARTITION;

import java.io.IOException;
import java.util.Optional;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// One operation of a kv or timers batch, alone or in a transaction (pipeline, 5.4; broker wire, 10 and 17).
final class BatchOperation {
    private String op = "";
    private String queue = "";
    private boolean hasQueue;
    private String partition = DEFAULT_PARTITION;

    /// Reads the array element at hand; what is no object is an operation that nobody knows.
    static BatchOperation read(JsonBody body, String place) throws IOException, RefusedBody, OtherShape {
        var operation = new BatchOperation();
        if (body.isObject()) {
            body.fields(place, key -> operation.field(body, key));
        } else {
            body.skip();
        }
        return operation;
    }

    /// Whether it may store something. Everything that is not known to store nothing does.
    boolean grows() {
        return switch (op) {
            case "get", "getMany", "getPrefix", "delete", "cancel" -> false;
            default -> true;
        };
    }

    /// The destination a timer creates when it fires. A `reschedule` of a timer that is gone schedules it anew.
    Optional<QueuePartition> scheduled() {
        boolean schedules = op.equals("schedule") || op.equals("reschedule");
        return schedules && hasQueue ? Optional.of(new QueuePartition(queue, partition)) : Optional.empty();
    }

    private void field(JsonBody body, String key) throws IOException {
        switch (key) {
            case "op" -> op = body.isText() ? body.text() : "";
            case "queue" -> {
                hasQueue = body.isText();
                queue = hasQueue ? body.text() : "";
            }
            case "partition" -> partition = body.isText() ? body.text() : DEFAULT_PARTITION;
            default -> {}
        }
        body.skip();
    }
}
