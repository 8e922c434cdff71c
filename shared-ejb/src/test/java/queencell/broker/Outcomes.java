package queencell.broker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Makes the client meet a recorded answer, and says in a few words what it understood.
final class Outcomes {

    /// Answers to calls that this client never makes.
    private static final Set<String> FOREIGN = Set.of(
            "http options",
            "http head-pop",
            "http head-health",
            "resources queue-status",
            "resources overview",
            "resources namespaces",
            "groups detail",
            "groups lagging",
            "groups subscription",
            "outage timers",
            "tenancy message-foreign",
            "tenancy ephemeral-without-grant",
            "tenancy streams-without-grant",
            "tenancy streams-quota");
    private static final Set<String> FOREIGN_FAMILIES = Set.of("messages", "traces", "ephemeral", "timers", "streams");

    private Outcomes() {}

    static boolean reads(Recorded.Pair pair) {
        boolean elsewhere = pair.family().equals("ops") && !pair.path().equals("/health");
        boolean onKeyPath = pair.path().startsWith("/api/v1/kv/");
        return !elsewhere
                && !onKeyPath
                && !FOREIGN.contains(pair.toString())
                && !FOREIGN_FAMILIES.contains(pair.family());
    }

    static String of(Recorded.Pair pair) {
        BrokerClient client = Clients.replaying(pair).client;
        String path = pair.path();
        if (path.startsWith("/api/v1/push") && pair.method().equals("POST")) {
            int items = Math.max(0, count(pair, "items"));
            return pushed(client.push(Wire.pushes(ids(items))));
        }
        if (path.startsWith("/api/v1/pop")) {
            return popped(client.pop(PopRequest.of("q", "g")));
        }
        if (path.startsWith("/api/v1/ack")) {
            int acks = Math.max(1, count(pair, "acknowledgments"));
            return acked(client.ack("g", Collections.nCopies(acks, Wire.ACK)));
        }
        if (path.startsWith("/api/v1/lease")) {
            return extended(client.extend(Wire.LEASE, 20));
        }
        if (path.startsWith("/api/v1/transaction")) {
            return settled(client.settle(Wire.deadLetter(client)));
        }
        if (path.startsWith("/api/v1/kv")) {
            return kv(client.kv("proofs", List.of(Wire.incr("k", 1))));
        }
        return managed(pair, client.admin());
    }

    private static String managed(Recorded.Pair pair, BrokerAdmin admin) {
        String path = pair.path();
        if (path.equals("/health")) {
            return reply(admin.health());
        }
        if (path.contains("/depth")) {
            return reply(admin.depth("q", "g"));
        }
        if (path.contains("/partitions/")) {
            return reply(admin.seekToEnd("g", "q", "a"));
        }
        if (path.contains("/seek")) {
            return reply(admin.seekToEnd("g", "q"));
        }
        if (path.contains("/consumer-groups") && pair.method().equals("DELETE")) {
            return reply(admin.deleteGroup("g", true));
        }
        if (path.contains("/consumer-groups")) {
            return reply(admin.groups());
        }
        if (path.startsWith("/api/v1/configure")) {
            return reply(admin.configure("q", QueueOptions.owned("gate.shop", 10, 3)));
        }
        if (path.startsWith("/api/v1/dlq")) {
            return reply(admin.deadLetters("q", "", 100, 0));
        }
        if (pair.method().equals("DELETE")) {
            return reply(admin.deleteQueue("q"));
        }
        return path.matches(".*/queues/[^/]+") ? reply(admin.queue("q")) : reply(admin.queues());
    }

    private static String[] ids(int count) {
        String[] ids = new String[count];
        for (int i = 0; i < count; i++) {
            ids[i] = "id-" + i;
        }
        return ids;
    }

    private static int count(Recorded.Pair pair, String array) {
        try {
            JsonNode items = new JsonMapper().readTree(pair.requestBody()).path(array);
            return items.isArray() ? items.size() : -1;
        } catch (JsonProcessingException noJson) {
            return -1;
        }
    }

    private static String pushed(Pushed pushed) {
        return switch (pushed) {
            case Pushed.Answered(List<Pushed.Item> items) ->
                items.stream().map(item -> item.status().name()).collect(Collectors.joining(" "));
            case Pushed.Failed(CallFailure failure) -> failure(failure);
        };
    }

    private static String popped(Pop pop) {
        return switch (pop) {
            case Pop.Claimed(Claim claim) -> "claimed " + claim.messages().size();
            case Pop.Empty _ -> "empty";
            case Pop.Failed(CallFailure failure) -> failure(failure);
            case Pop.Refused(CallFailure.Refused refusal) -> failure(refusal);
            case Pop.Unreadable _ -> "unreadable";
            case Pop.Cancelled() -> "cancelled";
        };
    }

    private static String acked(Acked acked) {
        return switch (acked) {
            case Acked.Answered(List<Acked.Item> items) ->
                items.stream().map(Outcomes::acked).collect(Collectors.joining(" "));
            case Acked.Failed(CallFailure failure) -> failure(failure);
        };
    }

    private static String acked(Acked.Item item) {
        return switch (item) {
            case Acked.Accepted(boolean noop, boolean deadLettered) -> noop ? "noop" : deadLettered ? "dlq" : "ok";
            case Acked.Rejected(Acked.Cause cause, String text) -> cause.name();
        };
    }

    private static String extended(Extended extended) {
        return switch (extended) {
            case Extended.Renewed renewed ->
                "renewed " + renewed.partitions() + (renewed.expiresAt().isEmpty() ? " for an unknown time" : "");
            case Extended.Lost() -> "lost";
            case Extended.Failed(CallFailure failure) -> failure(failure);
        };
    }

    private static String settled(Settled settled) {
        return switch (settled) {
            case Settled.Committed committed -> committed.deadLettered() ? "committed dlq" : "committed";
            case Settled.Duplicate _ -> "duplicate";
            case Settled.AckRejected(Settled.Cause cause, String text) -> "rejected " + cause;
            case Settled.PreconditionLost(KvAnswer.PreconditionLost loss) -> kv(loss);
            case Settled.Refused(CallFailure.Refused refusal) -> failure(refusal);
            case Settled.Failed(CallFailure failure) -> failure(failure);
            case Settled.Unknown _ -> "unknown";
        };
    }

    private static String kv(KvAnswer answer) {
        return switch (answer) {
            case KvAnswer.Done(List<KvResult> results) ->
                results.stream().map(Outcomes::kv).collect(Collectors.joining(" "));
            case KvAnswer.PreconditionLost lost -> "precondition %d %s".formatted(lost.failedIndex(), lost.reason());
            case KvAnswer.Failed(CallFailure failure) -> failure(failure);
        };
    }

    private static String kv(KvResult result) {
        return switch (result) {
            case IncrResult.Applied applied -> "Applied " + applied.value();
            case IncrResult.Refused refused -> "Refused %s %s".formatted(refused.reason(), refused.value());
            case IncrResult.Corrupt _ -> "Corrupt";
            case KvResult.Found _ -> "Found";
            case KvResult.Missing _ -> "Missing";
            case KvResult.Rows rows -> "Rows " + rows.rows().size();
            case KvResult.Written _ -> "Written";
            case KvResult.Lost lost -> "Lost " + lost.reason();
        };
    }

    private static String reply(Reply<?> reply) {
        return switch (reply) {
            case Reply.Answered<?>(Health health) -> (health.healthy() ? "healthy " : "unhealthy ") + health.version();
            case Reply.Answered<?>(Depth depth) ->
                "pending %d of %d".formatted(depth.pending(), depth.partitions().size());
            case Reply.Answered<?>(Boolean truth) -> "answered " + truth;
            case Reply.Answered<?> _ -> "answered";
            case Reply.Absent<?> _ -> "absent";
            case Reply.Failed<?>(CallFailure failure) -> failure(failure);
        };
    }

    private static String failure(CallFailure failure) {
        return switch (failure) {
            case CallFailure.Refused refusal -> "refused %d %s".formatted(refusal.status(), refusal.code());
            case CallFailure.Throttled _ -> "throttled";
            case CallFailure.Unavailable _ -> "unavailable";
            case CallFailure.OutcomeUnknown _ -> "outcome unknown";
        };
    }
}
