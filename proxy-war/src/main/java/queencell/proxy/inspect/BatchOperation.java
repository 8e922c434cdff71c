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
    private boolean namesNoPartition;
    private boolean namesNoId;
    private int idBytes;
    private String payload = "";
    private boolean compressed;

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

    /// Why a schedule is refused (A29, A41): its firing makes a message of it, and nobody looks at it then.
    ///
    /// @param place of the operation, for the client
    Optional<String> problem(String place) {
        if (namesNoPartition) {
            return Optional.of(place + ": partition is no text, and the broker would make a name of it: give a text");
        }
        if (namesNoId) {
            return Optional.of(place + ": txn is no text, and the broker would make an id of it: give a text");
        }
        if (compressed) {
            return Optional.of(place + ": payloadZstd is set, and this gateway looks into no compressed payload:"
                    + " send it as it is, and payloadZstd false");
        }
        return Names.queueProblem(place + ": queue", queue)
                .or(() -> Names.partitionProblem(place + ": partition", partition))
                .or(() -> Names.timerIdProblem(place, idBytes))
                .or(() -> TimerPayload.problem(place, payload));
    }

    private void field(JsonBody body, String key) throws IOException {
        switch (key) {
            case "op" -> op = body.isText() ? body.text() : "";
            case "queue" -> {
                hasQueue = body.isText();
                queue = hasQueue ? body.text() : "";
            }
            case "partition" -> {
                namesNoPartition = isNoText(body);
                partition = body.isText() ? body.text() : DEFAULT_PARTITION;
            }
            case "txn" -> {
                namesNoId = isNoText(body);
                idBytes = body.isText() ? body.textBytes() : 0;
            }
            case "payload" -> payload = body.isText() ? body.text() : "";
            // the broker casts whatever it is
            case "payloadZstd" -> compressed = !body.isFalse() && !body.isNull();
            default -> {}
        }
        body.skip();
    }

    /// The broker refuses a null by itself.
    private static boolean isNoText(JsonBody body) {
        return !body.isText() && !body.isNull();
    }
}
