package queencell.broker;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import queencell.json.UnreadableBytesException;

/// The calls beside the message path: queues, depths, groups, dead letters, health (wire, 11 to 16). Got from
/// [BrokerClient#admin]; any thread.
public final class BrokerAdmin {

    private static final String QUEUES = "/api/v1/resources/queues";
    private static final String GROUPS = "/api/v1/consumer-groups";

    private final BrokerClient client;
    private final Duration limit;
    private final Repeat repeat;

    BrokerAdmin(BrokerClient client, Duration limit) {
        this(client, limit, Repeat.ALWAYS);
    }

    private BrokerAdmin(BrokerClient client, Duration limit, Repeat repeat) {
        this.client = client;
        this.limit = limit;
        this.repeat = repeat;
    }

    /// The same calls, each sent once: for whoever has the time of one call and none for pauses and repetitions.
    public BrokerAdmin once() {
        return new BrokerAdmin(client, limit, Repeat.NEVER);
    }

    /// Creates a queue of ours, or sets all its options (wire, 11). Never for a queue of somebody else.
    ///
    /// @return the queue's id
    public Reply<String> configure(String queue, QueueOptions options) {
        WireNames.check("queue", queue);
        return post(
                "/api/v1/configure",
                out -> options.write(out, queue),
                json -> json.path("queueId").asText());
    }

    /// Removes a queue with everything in it (wire, 11.4).
    ///
    /// @return whether it existed
    public Reply<Boolean> deleteQueue(String queue) {
        return call(
                "DELETE",
                QUEUES + "/" + WireNames.encode(queue),
                json -> json.path("existed").asBoolean());
    }

    /// All queues with cached counters (wire, 12).
    public Reply<QueueListing> queues() {
        return call("GET", QUEUES + "?stats=cached", ManagementAnswers::queues);
    }

    /// One queue with live counters (wire, 12).
    public Reply<QueueDetail> queue(String queue) {
        return call("GET", QUEUES + "/" + WireNames.encode(queue), ManagementAnswers::queue);
    }

    /// What a group owes on a queue (wire, 12; broker 1.0.4).
    public Reply<Depth> depth(String queue, String group) {
        WireNames.check("consumerGroup", group);
        String target = QUEUES + "/" + WireNames.encode(queue) + "/depth?group=" + WireNames.encode(group);
        return call("GET", target, ManagementAnswers::depth);
    }

    /// All partitions of a queue, empty ones included, with what its worst group owes (wire, 12).
    public Reply<Depth> depth(String queue) {
        return call("GET", QUEUES + "/" + WireNames.encode(queue) + "/depth", ManagementAnswers::depth);
    }

    /// What the broker counted of each minute from `from` until before `to`, an hour at most (wire, 16).
    public Reply<MessagesMoved> moved(Instant from, Instant to) {
        String target = "/api/v1/analytics/queue-ops?from=%s&to=%s"
                .formatted(WireNames.encode(from.toString()), WireNames.encode(to.toString()));
        return call("GET", target, json -> ManagementAnswers.moved(json, from, to));
    }

    /// All consumer groups, one row per group and queue (wire, 13).
    public Reply<List<GroupRow>> groups() {
        return call("GET", GROUPS, ManagementAnswers::groups);
    }

    /// Removes a group with its cursors on all queues.
    ///
    /// @param withMetadata also forget where the group once started
    /// @return how many partitions had a cursor
    public Reply<Integer> deleteGroup(String group, boolean withMetadata) {
        String target = "%s/%s?deleteMetadata=%b".formatted(GROUPS, WireNames.encode(group), withMetadata);
        return call("DELETE", target, json -> json.path("deletedPartitions").asInt());
    }

    /// Removes a group's cursors on one queue.
    ///
    /// @return how many partitions had a cursor
    public Reply<Integer> deleteGroup(String group, String queue) {
        return call(
                "DELETE",
                onQueue(group, queue),
                json -> json.path("deletedPartitions").asInt());
    }

    /// Moves all cursors of a group behind the last message; releases leases (wire, 13).
    ///
    /// @return how many partitions were moved
    public Reply<Integer> seekToEnd(String group, String queue) {
        return seek(group, queue, out -> out.ascii("{\"toEnd\":true}"));
    }

    /// Moves all cursors of a group to the first segment made at or after `instant`.
    public Reply<Integer> seek(String group, String queue, Instant instant) {
        return seek(
                group,
                queue,
                out -> out.ascii("{\"timestamp\":").string(instant.toString()).ascii("}"));
    }

    private Reply<Integer> seek(String group, String queue, Consumer<JsonBuffer> body) {
        WireNames.check("consumerGroup", group);
        return post(
                onQueue(group, queue) + "/seek",
                body,
                json -> json.path("partitionsUpdated").asInt());
    }

    /// Moves the cursor of one partition behind the last message.
    ///
    /// @return whether it was moved
    public Reply<Boolean> seekToEnd(String group, String queue, String partition) {
        WireNames.check("consumerGroup", group);
        String target = onQueue(group, queue) + "/partitions/" + WireNames.encode(partition) + "/seek";
        return post(
                target,
                out -> out.ascii("{\"toEnd\":true}"),
                json -> json.path("updated").asBoolean());
    }

    /// Dead letters, newest first (wire, 14).
    ///
    /// @param group empty for all groups
    /// @param limit 1 to 1000; the broker itself has no bound
    public Reply<List<DeadLetter>> deadLetters(String queue, String group, int limit, int offset) {
        if (limit < 1 || limit > 1000) {
            throw new IllegalArgumentException("limit is %d: 1 to 1000 dead letters at once".formatted(limit));
        }
        String target = "/api/v1/dlq?queue=%s%s&limit=%d&offset=%d"
                .formatted(
                        WireNames.encode(queue),
                        group.isEmpty() ? "" : "&consumerGroup=" + WireNames.encode(group),
                        limit,
                        offset);
        return call("GET", target, ManagementAnswers::deadLetters);
    }

    /// Asks a broker how it is, once and without repeating (wire, 16).
    public Reply<Health> health() {
        Call call = Call.of(CallKind.HEALTH, "GET", "/health", null, Repeat.NEVER, limit, client.life());
        return client.answer(call, answer -> answered(answer, ManagementAnswers::health), Reply.Failed::new);
    }

    private static String onQueue(String group, String queue) {
        return "%s/%s/queues/%s".formatted(GROUPS, WireNames.encode(group), WireNames.encode(queue));
    }

    @FunctionalInterface
    private interface Shape<T> {
        T read(JsonNode json) throws UnreadableBytesException;
    }

    private <T> Reply<T> post(String target, Consumer<JsonBuffer> writer, Shape<T> shape) {
        JsonBuffer body = client.buffers().take();
        writer.accept(body);
        return send("POST", target, body, shape);
    }

    private <T> Reply<T> call(String method, String target, Shape<T> shape) {
        return send(method, target, null, shape);
    }

    private <T> Reply<T> send(String method, String target, JsonBuffer body, Shape<T> shape) {
        Call call = Call.of(CallKind.MANAGEMENT, method, target, body, repeat, limit, client.life());
        return client.answer(call, answer -> answered(answer, shape), BrokerAdmin::failed);
    }

    private static <T> Reply<T> answered(RawAnswer answer, Shape<T> shape) throws UnreadableBytesException {
        return new Reply.Answered<>(shape.read(ManagementAnswers.tree(answer.body())));
    }

    /// 404 is an answer, unless the route itself is unknown.
    private static <T> Reply<T> failed(CallFailure failure) {
        boolean absent = failure instanceof CallFailure.Refused refused
                && refused.status() == 404
                && !refused.code().equals("no_such_route");
        return absent ? new Reply.Absent<>(failure.text()) : new Reply.Failed<>(failure);
    }
}
