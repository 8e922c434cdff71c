package queencell.proxy.inspect;

import static queencell.proxy.inspect.Bodies.bytes;
import static queencell.proxy.inspect.Bodies.readable;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Every text with which this room refuses a body, for the test that looks for words in them (pipeline, 12).
public final class EveryText {
    /// Keys are the sender's choice, in any case.
    private static final List<String> KEYS = List.of(
            "x", "timeout", "Timeout", "TIMED OUT", "connection", "preConnection", "ECONNREFUSED", "eConnRefused");

    private EveryText() {}

    /// 400 `invalid_request`.
    public static Stream<String> ofInvalidRequests() {
        return Stream.of(shapes(), bounds(), twice(), names(), ids(), replays(), forms())
                .flatMap(each -> each);
    }

    /// 413 `payload_too_large`.
    public static Stream<String> ofTooLarge() {
        PushItems push = readable(PushBody.read(bytes("{\"items\":[{\"queue\":\"q\",\"payload\":12}]}"), 1));
        PushItems cycle = readable(CycleBody.read(bytes("{\"push_items\":[{\"queue\":\"q\",\"payload\":12}]}")))
                .sinks();
        return Stream.of(
                        push.overCap(OptionalLong.of(1), 1),
                        push.overCap(OptionalLong.empty(), 0),
                        cycle.heaviestOverCap(OptionalLong.of(1)))
                .map(Optional::orElseThrow);
    }

    /// 403 `quota_exceeded`.
    public static Stream<String> ofRetentions() {
        return Stream.of("{\"queue\":\"q\",\"retentionSeconds\":9,\"completedRetentionSeconds\":9}")
                .flatMap(body -> readable(ConfigureBody.read(bytes(body))).retentions().stream())
                .map(retention -> retention.over(5));
    }

    private static Stream<String> shapes() {
        return Stream.of(
                        PushBody.read(bytes("[]"), 1),
                        PushBody.read(bytes("{\"items\":{}}"), 1),
                        PushBody.read(bytes("{\"items\":[1]}"), 1),
                        EphemeralPushBody.read(bytes("{\"messages\":[1]}")),
                        AckBody.read(bytes("{\"acknowledgments\":[1]}")),
                        ReplayBody.read(bytes("[]")))
                .map(Bodies::refused);
    }

    private static Stream<String> bounds() {
        return Stream.of(
                        PushBody.read(bytes("[".repeat(2000)), 1),
                        PushBody.read(bytes("{%s}".formatted(many("\"k%d\":1"))), 1),
                        PushBody.read(new byte[] {'"', (byte) 0xff, '"'}, 1),
                        CycleBody.read(bytes("{\"push_items\":[%s]}".formatted(many("{\"queue\":\"q%d\"}")))),
                        BatchBody.read(bytes("[%s]".formatted(many("{\"op\":\"schedule\",\"queue\":\"q%d\"}")))))
                .map(Bodies::refused);
    }

    private static String many(String each) {
        return String.join(
                ",", IntStream.rangeClosed(0, 10_000).mapToObj(each::formatted).toList());
    }

    private static Stream<String> twice() {
        return KEYS.stream()
                .map("\"%s\":1"::formatted)
                .map(field -> "{" + field + "," + field + "}")
                .flatMap(object -> Stream.of(
                        PushBody.read(bytes(object), 1),
                        PushBody.read(bytes("{\"items\":[%s]}".formatted(object)), 1),
                        EphemeralPushBody.read(bytes("{\"messages\":[%s]}".formatted(object))),
                        AckBody.read(bytes("{\"acknowledgments\":[%s]}".formatted(object))),
                        TransactionBody.read(bytes("{\"operations\":[%s]}".formatted(object)), 1),
                        TransactionBody.read(bytes("{\"operations\":[{\"items\":[%s]}]}".formatted(object)), 1),
                        TransactionBody.read(bytes("{\"timers\":[%s]}".formatted(object)), 1),
                        CycleBody.read(bytes("{\"push_items\":[%s]}".formatted(object))),
                        BatchBody.read(bytes("[%s]".formatted(object))),
                        ConfigureBody.read(bytes("{\"options\":%s}".formatted(object))),
                        ReplayBody.read(bytes(object))))
                .map(Bodies::refused);
    }

    private static Stream<String> names() {
        return Stream.of("", "n".repeat(3000), "\u0001", "\ud800")
                .flatMap(name -> Stream.of(
                        Names.queueProblem("queue", name),
                        Names.partitionProblem("partition", name),
                        Names.groupProblem("consumerGroup", name)))
                .map(Optional::orElseThrow);
    }

    private static Stream<String> ids() {
        String push = "{\"queue\":\"q\",\"transactionId\":\"%s\",\"type\":\"push\"}".formatted("x".repeat(65_536));
        return Stream.of(
                        readable(TransactionBody.read(bytes("{\"operations\":[%s]}".formatted(push)), 1))
                                .badName(),
                        readable(CycleBody.read(bytes("{\"push_items\":[%s]}".formatted(push))))
                                .sinks()
                                .badName())
                .map(Optional::orElseThrow);
    }

    private static Stream<String> replays() {
        return Stream.of("{\"queue\":\"q\"}", "{\"partition\":\"p\"}")
                .map(body -> readable(ReplayBody.read(bytes(body))).halfNamed().orElseThrow());
    }

    private static Stream<String> forms() {
        return Stream.of(
                        BodyForm.problem("", "gzip", bytes("{}")),
                        BodyForm.problem("application/x-queen-push", "", bytes("{}")),
                        BodyForm.problem("", "", bytes("QPB1")))
                .map(Optional::orElseThrow);
    }
}
