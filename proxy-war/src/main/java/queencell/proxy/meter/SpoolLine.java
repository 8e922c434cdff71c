package queencell.proxy.meter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import queencell.proxy.route.OpClass;

/// One line of a spool file (control plane, 12). **Pure.**
sealed interface SpoolLine {

    /// Begins a batch.
    ///
    /// @param rows how many rows it was written with
    record Header(UUID batch, int rows) implements SpoolLine {}

    record Row(UsageLine usage) implements SpoolLine {}

    /// Neither: cut off, damaged, or of another program. The database would refuse it, and its whole batch with it.
    record Malformed(String text) implements SpoolLine {}

    ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    Pattern UUID_TEXT = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
    /// The last whole minute that a `timestamptz` can hold.
    long LAST_MINUTE = 153_738_633_599L;

    static SpoolLine parse(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            Optional<? extends SpoolLine> read = json.has("batch") ? header(json) : row(json);
            if (read.isPresent()) {
                return read.get();
            }
        } catch (JsonProcessingException cutOff) {
            // told by the answer
        }
        return new Malformed(text);
    }

    private static Optional<Header> header(JsonNode json) {
        Optional<UUID> batch = uuid(json.path("batch"));
        JsonNode rows = json.path("rows");
        boolean sound = rows.isInt() && rows.intValue() > 0 && rows.intValue() <= UsageBatch.MOST_LINES;
        return batch.filter(_ -> sound).map(id -> new Header(id, rows.intValue()));
    }

    private static Optional<Row> row(JsonNode json) {
        Optional<UUID> cluster = uuid(json.path("cluster_id"));
        Optional<OpClass> op = op(json.path("op"));
        boolean sound = isCount(json.path("minute"), LAST_MINUTE)
                && isCount(json.path("reqs"), Long.MAX_VALUE)
                && isCount(json.path("msgs"), Long.MAX_VALUE)
                && isCount(json.path("bytes_in"), Long.MAX_VALUE)
                && isCount(json.path("bytes_out"), Long.MAX_VALUE);
        if (!sound || cluster.isEmpty() || op.isEmpty()) {
            return Optional.empty();
        }
        var used = new Usage(
                json.path("reqs").longValue(),
                json.path("msgs").longValue(),
                json.path("bytes_in").longValue(),
                json.path("bytes_out").longValue());
        return Optional.of(
                new Row(new UsageLine(cluster.get(), json.path("minute").longValue(), op.get(), used)));
    }

    private static boolean isCount(JsonNode number, long most) {
        return number.isIntegralNumber()
                && number.canConvertToLong()
                && number.longValue() >= 0
                && number.longValue() <= most;
    }

    private static Optional<UUID> uuid(JsonNode text) {
        return text.isTextual() && UUID_TEXT.matcher(text.textValue()).matches()
                ? Optional.of(UUID.fromString(text.textValue()))
                : Optional.empty();
    }

    private static Optional<OpClass> op(JsonNode text) {
        for (OpClass each : OpClass.values()) {
            if (each.wireName().equals(text.asText())) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
