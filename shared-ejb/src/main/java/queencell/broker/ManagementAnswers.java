package queencell.broker;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import queencell.json.UnreadableBytesException;

/// Shapes of the management answers (wire, 11 to 16). They are small and rare, so they are read as trees.
final class ManagementAnswers {

    /// A dead letter holds whatever a producer pushed, hence no limits; numbers stay exact.
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(100_000)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private ManagementAnswers() {}

    static JsonNode tree(byte[] body) throws UnreadableBytesException {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException noJson) {
            throw new UnreadableBytesException("no JSON: " + noJson.getOriginalMessage());
        } catch (IOException noJson) {
            throw new UnreadableBytesException("no JSON");
        }
    }

    static QueueListing queues(JsonNode json) throws UnreadableBytesException {
        var rows = new ArrayList<QueueListing.Row>();
        for (JsonNode row : array(json.path("queues"), "queues")) {
            JsonNode messages = row.path("messages");
            rows.add(new QueueListing.Row(
                    row.path("name").asText(),
                    row.path("namespace").asText(),
                    row.path("task").asText(),
                    row.path("partitions").asInt(),
                    row.path("retainedBytes").asLong(),
                    messages.path("total").asLong(),
                    messages.path("pending").asLong(),
                    messages.path("processing").asLong()));
        }
        var usage = new QueueListing.Usage(
                json.path("kvRows").asLong(),
                json.path("kvBytes").asLong(),
                json.path("timerRows").asLong(),
                json.path("timerBytes").asLong());
        boolean known = json.has("kvRows") && json.has("kvBytes") && json.has("timerRows") && json.has("timerBytes");
        boolean extras = json.has("kvBytes") || json.has("timerBytes");
        return new QueueListing(rows, usage, known, storedBytes(json), extras);
    }

    private static OptionalLong storedBytes(JsonNode json) {
        var sizes = new ArrayList<JsonNode>();
        json.path("queues").forEach(row -> sizes.add(row.path("retainedBytes")));
        sizes.add(json.path("kvBytes"));
        sizes.add(json.path("timerBytes"));
        long sum = 0;
        boolean known = false;
        for (JsonNode size : sizes) {
            if (size.isNumber()) {
                known = true;
                long more = sum + Math.max(0, size.asLong());
                sum = more < 0 ? Long.MAX_VALUE : more;
            }
        }
        return known ? OptionalLong.of(sum) : OptionalLong.empty();
    }

    static MessagesMoved moved(JsonNode json, Instant from, Instant to) throws UnreadableBytesException {
        var minutes = new TreeMap<Instant, MessagesMoved.Count>();
        for (JsonNode row : array(json.path("series"), "series")) {
            var count = new MessagesMoved.Count(
                    row.path("pushMessages").asLong(), row.path("popMessages").asLong());
            // the broker widens the window to whole buckets
            WireTime.parse(row.path("bucket").asText())
                    .map(OffsetDateTime::toInstant)
                    .filter(bucket -> !bucket.isBefore(from) && bucket.isBefore(to))
                    .ifPresent(bucket -> minutes.merge(bucket, count, MessagesMoved.Count::plus));
        }
        return new MessagesMoved(minutes);
    }

    static QueueDetail queue(JsonNode json) throws UnreadableBytesException {
        var partitions = new ArrayList<QueueDetail.Partition>();
        for (JsonNode row : array(json.path("partitions"), "partitions")) {
            JsonNode stats = row.path("stats");
            partitions.add(new QueueDetail.Partition(
                    row.path("id").asText(),
                    row.path("name").asText(),
                    stats.path("total").asLong(),
                    pending(stats),
                    stats.path("processing").asLong(),
                    stats.path("completed").asLong(),
                    stats.path("deadLetter").asLong(),
                    WireTime.parse(row.path("oldestMessage").asText())));
        }
        Map<String, String> options = new HashMap<>();
        json.path("options")
                .properties()
                .forEach(
                        option -> options.put(option.getKey(), option.getValue().toString()));
        return new QueueDetail(
                json.path("name").asText(),
                json.path("namespace").asText(),
                json.path("task").asText(),
                json.path("retainedBytes").asLong(),
                partitions,
                options);
    }

    /// Absent unless it is a whole number: what is missing or malformed must not pass for zero.
    private static OptionalLong pending(JsonNode of) {
        JsonNode pending = of.path("pending");
        return pending.isIntegralNumber() && pending.canConvertToLong()
                ? OptionalLong.of(pending.asLong())
                : OptionalLong.empty();
    }

    static Depth depth(JsonNode json) throws UnreadableBytesException {
        var partitions = new ArrayList<Depth.Partition>();
        for (JsonNode row : array(json.path("partitions"), "partitions")) {
            String name = row.path("partition").asText();
            long pending = pending(row)
                    .orElseThrow(() -> new UnreadableBytesException(
                            "the depth of partition `%s` is %s: no whole number".formatted(name, row.path("pending"))));
            partitions.add(new Depth.Partition(name, pending));
        }
        return new Depth(json.path("queue").asText(), json.path("pending").asLong(), partitions);
    }

    static List<GroupRow> groups(JsonNode json) throws UnreadableBytesException {
        var rows = new ArrayList<GroupRow>();
        for (JsonNode row : array(json, "groups")) {
            rows.add(new GroupRow(
                    row.path("name").asText(),
                    row.path("queueName").asText(),
                    row.path("partitionsWithLag").asInt(),
                    row.path("totalLag").asLong(),
                    row.path("maxTimeLag").asLong(),
                    row.path("state").asText()));
        }
        return List.copyOf(rows);
    }

    static List<DeadLetter> deadLetters(JsonNode json) throws UnreadableBytesException {
        var rows = new ArrayList<DeadLetter>();
        for (JsonNode row : array(json.path("messages"), "messages")) {
            rows.add(new DeadLetter(
                    row.path("id").asText(),
                    row.path("transactionId").asText(),
                    row.path("partitionId").asText(),
                    row.path("queue").asText(),
                    row.path("partition").asText(),
                    row.path("consumerGroup").asText(),
                    row.path("errorMessage").asText(),
                    RawJson.of(row.path("data").toString().getBytes(StandardCharsets.UTF_8)),
                    WireTime.parse(row.path("failedAt").asText())));
        }
        return List.copyOf(rows);
    }

    static Health health(JsonNode json) {
        return new Health(
                json.path("status").asText().equals("healthy"),
                json.path("version").asText());
    }

    private static JsonNode array(JsonNode json, String name) throws UnreadableBytesException {
        if (!json.isArray()) {
            throw new UnreadableBytesException("the answer has no array `" + name + "`");
        }
        return json;
    }
}
