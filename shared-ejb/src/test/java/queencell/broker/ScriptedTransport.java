package queencell.broker;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/// A transport that gives prepared answers in order and remembers what it was asked.
final class ScriptedTransport implements Transport {

    private final Queue<Exchange> script = new ArrayDeque<>();
    final List<Asked> asked = new ArrayList<>();

    /// The last answer is given for ever.
    private boolean replaying;

    record Asked(URI base, String method, String target, String body, Request request) {}

    ScriptedTransport(Exchange... exchanges) {
        script.addAll(Arrays.asList(exchanges));
    }

    /// What comes after what was prepared before.
    void answers(Exchange... next) {
        script.addAll(Arrays.asList(next));
    }

    void replay() {
        replaying = true;
    }

    static Exchange answer(int status, String body) {
        return answer(status, body, "");
    }

    static Exchange answer(int status, String body, String retryAfter) {
        return new Exchange.Answered(new RawAnswer(
                status, "application/json", retryAfter, "", body.getBytes(StandardCharsets.UTF_8), true, 0));
    }

    @Override
    public synchronized Exchange exchange(Request request) {
        String body = request.body() == null ? "" : new String(request.body().toBytes(), StandardCharsets.UTF_8);
        asked.add(new Asked(request.base(), request.method(), request.target(), body, request));
        Exchange next = replaying && script.size() == 1 ? script.peek() : script.poll();
        if (next == null) {
            throw new AssertionError(
                    "the script has no answer for %s %s".formatted(request.method(), request.target()));
        }
        return next;
    }

    @Override
    public void close() {
        // holds nothing
        asked.add(new Asked(URI.create("close:"), "", "", "", null));
    }
}
