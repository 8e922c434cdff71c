package queencell.broker;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import queencell.json.JsonCursor;
import queencell.json.UnreadableBytesException;

/// Reads the answers of the message path: pop, push, ack, lease (wire, 5 to 8). Unknown names are skipped.
final class Answers {

    private Answers() {}

    /// @param answeredNanos see [Claim]
    /// @return empty list of messages when there is nothing now
    static Claim pop(byte[] body, long answeredNanos) throws UnreadableBytesException {
        var json = new JsonCursor(body, 0, body.length);
        String queue = "";
        String lease = "";
        long partitions = 0;
        boolean success = true;
        List<Message> messages = List.of();
        json.beginObject();
        while (json.nextMember()) {
            if (json.named("messages")) {
                messages = messages(json);
            } else if (json.named("leaseId")) {
                lease = json.string();
            } else if (json.named("queue")) {
                queue = json.string();
            } else if (json.named("partitionsClaimed")) {
                partitions = json.integer(0);
            } else if (json.named("success")) {
                success = json.isTrue();
            } else {
                json.skip();
            }
        }
        json.finish();
        return new Claim(lease, queue, success ? messages : List.of(), (int) partitions, answeredNanos);
    }

    /// A text of the last message in an answer that cannot be read as a whole, for reports. What the broker says stands
    /// behind what the producer sent.
    ///
    /// @return empty when there is none
    static String lastText(byte[] body, String name) {
        String start = "\"" + name + "\":";
        int at = new String(body, StandardCharsets.ISO_8859_1).lastIndexOf(start);
        if (at < 0) {
            return "";
        }
        int from = at + start.length();
        try {
            return new JsonCursor(body, from, body.length - from).string();
        } catch (UnreadableBytesException broken) {
            return "";
        }
    }

    private static List<Message> messages(JsonCursor json) throws UnreadableBytesException {
        var messages = new ArrayList<Message>(32);
        // neighbours share partition, lease and time: those texts are built once
        var previous = new Message("", "", "", "", "", RawJson.NULL, "", 0);
        json.beginArray();
        while (json.nextElement()) {
            previous = message(json, previous);
            messages.add(previous);
        }
        return messages;
    }

    private static Message message(JsonCursor json, Message previous) throws UnreadableBytesException {
        String id = "";
        String transactionId = "";
        String partitionId = "";
        String partition = "";
        String lease = "";
        RawJson data = RawJson.NULL;
        String createdAt = "";
        long attempt = 0;
        json.beginObject();
        while (json.nextMember()) {
            if (json.named("id")) {
                id = json.string();
            } else if (json.named("transactionId")) {
                transactionId = json.string();
            } else if (json.named("data")) {
                data = RawJson.next(json);
            } else if (json.named("createdAt")) {
                createdAt = json.string(previous.createdAtText());
            } else if (json.named("partitionId")) {
                partitionId = json.string(previous.partitionId());
            } else if (json.named("partition")) {
                partition = json.string(previous.partition());
            } else if (json.named("leaseId")) {
                lease = json.string(previous.leaseId());
            } else if (json.named("deliveryAttempt")) {
                attempt = json.integer(0);
            } else {
                json.skip();
            }
        }
        return new Message(id, transactionId, partitionId, partition, lease, data, createdAt, (int) attempt);
    }

    static List<Pushed.Item> push(byte[] body) throws UnreadableBytesException {
        var json = new JsonCursor(body, 0, body.length);
        var items = new ArrayList<Pushed.Item>();
        json.beginArray();
        while (json.nextElement()) {
            String status = "";
            String id = "";
            String transactionId = "";
            json.beginObject();
            while (json.nextMember()) {
                if (json.named("status")) {
                    status = json.string();
                } else if (json.named("message_id")) {
                    id = json.string();
                } else if (json.named("transaction_id")) {
                    transactionId = json.string();
                } else {
                    json.skip();
                }
            }
            items.add(new Pushed.Item(Pushed.Status.of(status), id, transactionId));
        }
        json.finish();
        return items;
    }

    static List<Acked.Item> ack(byte[] body) throws UnreadableBytesException {
        var json = new JsonCursor(body, 0, body.length);
        var items = new ArrayList<Acked.Item>();
        json.beginArray();
        while (json.nextElement()) {
            boolean success = false;
            boolean noop = false;
            boolean dlq = false;
            String error = "";
            json.beginObject();
            while (json.nextMember()) {
                if (json.named("success")) {
                    success = json.isTrue();
                } else if (json.named("error")) {
                    error = json.string();
                } else if (json.named("noop")) {
                    noop = json.isTrue();
                } else if (json.named("dlq")) {
                    dlq = json.isTrue();
                } else {
                    json.skip();
                }
            }
            items.add(success ? new Acked.Accepted(noop, dlq) : new Acked.Rejected(Acked.Cause.of(error), error));
        }
        json.finish();
        return items;
    }

    static Extended lease(byte[] body) throws UnreadableBytesException {
        var json = new JsonCursor(body, 0, body.length);
        boolean success = false;
        long renewed = 0;
        String expires = "";
        json.beginObject();
        while (json.nextMember()) {
            if (json.named("success")) {
                success = json.isTrue();
            } else if (json.named("renewed")) {
                renewed = json.integer(0);
            } else if (json.named("newExpiresAt")) {
                expires = json.string();
            } else {
                json.skip();
            }
        }
        json.finish();
        return success && renewed > 0
                ? new Extended.Renewed((int) renewed, WireTime.parse(expires))
                : new Extended.Lost();
    }
}
