package queencell.usage;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.function.ToLongFunction;
import queencell.http.Answer;
import queencell.usage.Tally.Counted;

/// One kind of request with a rule of its own for what its answer costs (pipeline, 10), written from the specification
/// and not from the proxy.
///
/// @param op class under which it is metered; empty for what the proxy refuses, which is metered nowhere
/// @param body empty for none
/// @param bodyCounts whether the proxy reads the body as a whole, so that its length counts
/// @param messages what the answer says was stored or delivered
record Sent(
        String name,
        String method,
        String target,
        String op,
        String body,
        boolean bodyCounts,
        ToLongFunction<Answer> messages) {

    static final ToLongFunction<Answer> NONE = _ -> 0;

    static Sent push(String name, String body) {
        return new Sent(name, "POST", "/api/v1/push", "push", body, true, Sent::accepted);
    }

    static Sent transaction(String name, String body, int pushes) {
        return new Sent(name, "POST", "/api/v1/transaction", "txn", body, true, answer -> committed(answer, pushes));
    }

    static Sent pop(String target) {
        return new Sent("pop", "GET", target, "delivery", "", false, Sent::delivered);
    }

    /// A request that moves no messages.
    static Sent other(String name, String method, String target, String op, String body) {
        return new Sent(name, method, target, op, body, !body.isEmpty(), NONE);
    }

    static Sent refused(String name, String method, String target, String body) {
        return new Sent(name, method, target, "", body, false, NONE);
    }

    void count(Answer answer, Tally tally) {
        if (!op.isEmpty()) {
            tally.add(op, new Counted(1, messages.applyAsLong(answer), bytesIn(), bytesOut(answer)));
        }
    }

    private long bytesIn() {
        return bodyCounts ? body.getBytes(StandardCharsets.UTF_8).length : 0;
    }

    /// Answers of the proxy itself, in place of a broker that was silent or away, have no bytes of the broker.
    private static long bytesOut(Answer answer) {
        boolean ours = (answer.status() == 502 || answer.status() == 504)
                && (answer.code().equals("bad_gateway") || answer.code().equals("upstream_timeout"));
        return ours ? 0 : answer.bytes().length;
    }

    private static long accepted(Answer answer) {
        long accepted = 0;
        if (answer.status() == 201) {
            for (JsonNode item : answer.json()) {
                String status = item.path("status").asText();
                accepted += status.equals("queued") || status.equals("buffered") ? 1 : 0;
            }
        }
        return accepted;
    }

    private static long committed(Answer answer, int pushes) {
        if (answer.status() >= 300 || !answer.json().path("success").asBoolean()) {
            return 0;
        }
        long duplicates = 0;
        for (JsonNode result : answer.json().path("results")) {
            duplicates += result.path("type").asText().equals("push")
                            && result.path("duplicate").asBoolean()
                    ? 1
                    : 0;
        }
        return pushes - duplicates;
    }

    private static long delivered(Answer answer) {
        return answer.status() == 200 ? answer.json().path("messages").size() : 0;
    }

    static long pushed(Answer answer) {
        return answer.status() == 201 ? answer.json().path("pushed").asLong() : 0;
    }
}
