package queencell.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import queencell.json.JsonCursor;
import queencell.json.UnreadableBytesException;

/// Reads the verdict of a transaction (wire, 9.4 and 9.5).
final class TransactionAnswer {

    private static final List<String> LOST_DATABASE =
            List.of("connection", "communicating", "closed", "timeout", "unexpected message", "parsing response");

    private final JsonCursor json;
    private final boolean readsResults;
    private final List<KvResult> kv = new ArrayList<>();
    private boolean success;
    private boolean deadLettered;
    private String reason = "";
    private String error = "";
    private int failedIndex = -1;
    private String kvReason = "";
    private RawJson value = RawJson.NULL;
    private long version;

    private TransactionAnswer(byte[] body, boolean readsResults) {
        this.readsResults = readsResults;
        json = new JsonCursor(body, 0, body.length);
    }

    /// The verdict of a 200.
    ///
    /// @param results whether any of the single results is of interest: those of acks and pushes are many and say
    ///     nothing that the verdict does not
    static Settled read(byte[] body, boolean results) throws UnreadableBytesException {
        var answer = new TransactionAnswer(body, results);
        answer.readAll();
        return answer.verdict();
    }

    private Settled verdict() {
        if (success) {
            return new Settled.Committed(deadLettered, kv);
        }
        if (tellsDuplicate()) {
            return new Settled.Duplicate(error);
        }
        return switch (reason) {
            case "duplicate" -> new Settled.Duplicate(error);
            case "ack_rejected" -> new Settled.AckRejected(Settled.Cause.of(error), error);
            case "kv_precondition" ->
                new Settled.PreconditionLost(new KvAnswer.PreconditionLost(failedIndex, kvReason, value, version));
            // wire 9.5: the bundle may have committed
            case "misaligned" -> new Settled.Unknown("misaligned: " + error);
            case "db_error" -> databaseFault(error);
            // a 200 without a verdict says nothing
            case "" -> new Settled.Unknown("no verdict: " + error);
            default -> new Settled.Refused(new CallFailure.Refused(200, reason, reason + ": " + error));
        };
    }

    /// Whatever the reason says (runtime, 9.4). Beside another reason the text has to begin with it: a queue may bear
    /// that name, and a message wrongly taken for a duplicate would be acked without its push.
    private boolean tellsDuplicate() {
        return error.startsWith("QDUP ") || (reason.isEmpty() && error.contains("QDUP"));
    }

    /// The database refused it, so it was rolled back; or the broker lost the database while it waited for
    /// the commit, and then the bundle may be stored all the same (seen on 1.3.0: `connection closed`,
    /// committed in two of three cases).
    private static Settled databaseFault(String error) {
        String lower = error.toLowerCase(Locale.ROOT);
        boolean lost = LOST_DATABASE.stream().anyMatch(lower::contains);
        return lost
                ? new Settled.Unknown("db_error: " + error)
                : new Settled.Failed(new CallFailure.Unavailable("db_error: " + error));
    }

    private void readAll() throws UnreadableBytesException {
        json.beginObject();
        while (json.nextMember()) {
            if (json.named("success")) {
                success = json.isTrue();
            } else if (json.named("results")) {
                results();
            } else if (json.named("reason")) {
                reason = json.string();
            } else if (json.named("error")) {
                error = json.string();
            } else if (json.named("failedIndex")) {
                failedIndex = (int) json.integer(-1);
            } else if (json.named("kvReason")) {
                kvReason = json.string();
            } else if (json.named("value")) {
                value = RawJson.next(json);
            } else if (json.named("version")) {
                version = json.integer(0);
            } else {
                json.skip();
            }
        }
        json.finish();
    }

    private void results() throws UnreadableBytesException {
        if (!readsResults || json.peek() != '[') {
            json.skip();
            return;
        }
        json.beginArray();
        while (json.nextElement()) {
            result();
        }
    }

    private void result() throws UnreadableBytesException {
        var rider = new KvAnswerReader.Fields();
        boolean ofKv = false;
        json.beginObject();
        while (json.nextMember()) {
            if (json.named("dlq")) {
                deadLettered |= json.isTrue();
            } else if (json.named("type")) {
                ofKv = json.string("kv").equals("kv");
            } else if (!rider.take(json)) {
                json.skip();
            }
        }
        if (ofKv) {
            kv.add(rider.result());
        }
    }
}
