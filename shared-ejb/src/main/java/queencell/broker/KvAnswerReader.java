package queencell.broker;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import queencell.json.JsonCursor;
import queencell.json.UnreadableBytesException;

/// Reads key/value answers (wire, 10.3 to 10.5).
final class KvAnswerReader {

    private KvAnswerReader() {}

    static KvAnswer read(byte[] body) throws UnreadableBytesException {
        var json = new JsonCursor(body, 0, body.length);
        List<KvResult> results = null;
        int failedIndex = -1;
        String reason = "";
        RawJson value = RawJson.NULL;
        long version = 0;
        json.beginObject();
        while (json.nextMember()) {
            if (json.named("results")) {
                results = results(json);
            } else if (json.named("failedIndex")) {
                failedIndex = (int) json.integer(-1);
            } else if (json.named("kvReason")) {
                reason = json.string();
            } else if (json.named("value")) {
                value = RawJson.next(json);
            } else if (json.named("version")) {
                version = json.integer(0);
            } else {
                json.skip();
            }
        }
        json.finish();
        return results == null
                ? new KvAnswer.PreconditionLost(failedIndex, reason, value, version)
                : new KvAnswer.Done(withDeadlines(results));
    }

    private static List<KvResult> results(JsonCursor json) throws UnreadableBytesException {
        var results = new ArrayList<KvResult>();
        json.beginArray();
        while (json.nextElement()) {
            var fields = new Fields();
            json.beginObject();
            while (json.nextMember()) {
                if (!fields.take(json)) {
                    json.skip();
                }
            }
            results.add(fields.result());
        }
        return results;
    }

    /// Puts the expiry that a read of the same call reports onto its increments.
    private static List<KvResult> withDeadlines(List<KvResult> results) {
        var rows = new HashMap<String, KvRow>();
        for (KvResult result : results) {
            if (result instanceof KvResult.Rows read) {
                read.rows().forEach(row -> rows.put(row.key(), row));
            } else if (result instanceof KvResult.Found found) {
                rows.put(found.row().key(), found.row());
            }
        }
        if (!rows.isEmpty()) {
            results.replaceAll(result -> {
                KvRow row = result instanceof IncrResult incr ? rows.get(incr.key()) : null;
                return row == null ? result : ((IncrResult) result).expiring(row.expiresAt());
            });
        }
        return results;
    }

    /// The fields of one result, in whatever order they come.
    static final class Fields {
        private String op = "";
        private String key = "";
        private String reason = "";
        private boolean applied;
        private boolean found;
        private boolean truncated;
        private RawJson value = RawJson.NULL;
        private long version;
        private String expiresAt = "";
        private String updatedAt = "";
        private String nextAfter = "";
        private List<KvRow> rows = List.of();
        private List<String> missing = List.of();

        /// @return false when the member is none of these; it is then still to be skipped
        boolean take(JsonCursor json) throws UnreadableBytesException {
            if (json.named("op")) {
                op = json.string("incr");
            } else if (json.named("key")) {
                key = json.string();
            } else if (json.named("applied")) {
                applied = json.isTrue();
            } else if (json.named("found")) {
                found = json.isTrue();
            } else if (json.named("reason")) {
                reason = json.string("limit");
            } else if (json.named("value")) {
                value = RawJson.next(json);
            } else if (json.named("version")) {
                version = json.integer(0);
            } else if (json.named("expiresAt")) {
                expiresAt = json.string();
            } else if (json.named("updatedAt")) {
                updatedAt = json.string();
            } else if (json.named("nextAfter")) {
                nextAfter = json.string();
            } else if (json.named("truncated")) {
                truncated = json.isTrue();
            } else if (json.named("rows")) {
                rows = rows(json);
            } else if (json.named("missing")) {
                missing = texts(json);
            } else {
                return false;
            }
            return true;
        }

        KvResult result() {
            return switch (op) {
                case "incr" -> increment();
                case "get" -> found ? new KvResult.Found(row()) : new KvResult.Missing(key);
                case "getMany", "getPrefix" -> new KvResult.Rows(rows, missing, truncated, nextAfter);
                default ->
                    applied ? new KvResult.Written(key, version) : new KvResult.Lost(key, reason, value, version);
            };
        }

        private KvResult increment() {
            return integer(value)
                    .<KvResult>map(now -> applied
                            ? new IncrResult.Applied(key, now, version, Optional.empty())
                            : new IncrResult.Refused(key, reason, now, version, Optional.empty()))
                    .orElseGet(() -> new IncrResult.Corrupt(key, applied, Optional.empty()));
        }

        private KvRow row() {
            return new KvRow(key, value, version, WireTime.parse(expiresAt), WireTime.parse(updatedAt));
        }

        private static List<KvRow> rows(JsonCursor json) throws UnreadableBytesException {
            var rows = new ArrayList<KvRow>();
            json.beginArray();
            while (json.nextElement()) {
                var fields = new Fields();
                json.beginObject();
                while (json.nextMember()) {
                    if (!fields.take(json)) {
                        json.skip();
                    }
                }
                rows.add(fields.row());
            }
            return rows;
        }

        private static List<String> texts(JsonCursor json) throws UnreadableBytesException {
            var texts = new ArrayList<String>();
            json.beginArray();
            while (json.nextElement()) {
                texts.add(json.string());
            }
            return texts;
        }
    }

    /// A whole number of any size that a counter can reach; empty for everything else.
    private static Optional<BigInteger> integer(RawJson value) {
        String text = value.length() > 1000 ? "" : value.text();
        try {
            return Optional.of(BigInteger.valueOf(Long.parseLong(text)));
        } catch (NumberFormatException notLong) {
            return text.matches("-?[0-9]+") ? Optional.of(new BigInteger(text)) : Optional.empty();
        }
    }
}
