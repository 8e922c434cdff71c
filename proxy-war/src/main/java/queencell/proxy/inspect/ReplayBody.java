package queencell.proxy.inspect;

import java.io.IOException;
import java.util.Optional;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Reads `POST /api/v1/dlq/{id}/replay` (pipeline, 7.9).
///
/// @param destination what is admitted; empty if the message goes back to where it came from, or if only one half
/// of it is named
/// @param halfNamed what to say of a destination of which only one half is named: the other half stands in the
/// broker's row, so that the pair it would create cannot be checked
/// @param badName why a name in here is refused (A29)
public record ReplayBody(Optional<QueuePartition> destination, Optional<String> halfNamed, Optional<String> badName) {
    private static final ReplayBody WITHOUT_DESTINATION =
            new ReplayBody(Optional.empty(), Optional.empty(), Optional.empty());

    public static Reading<ReplayBody> read(byte[] bytes) {
        return isBlank(bytes) ? new Reading.Readable<>(WITHOUT_DESTINATION) : JsonBody.read(bytes, ReplayBody::replay);
    }

    /// The broker takes no body for `{}`, and one of ASCII's white space for none.
    private static boolean isBlank(byte[] bytes) {
        for (byte each : bytes) {
            if (each != ' ' && each != '\t' && each != '\r' && each != '\n' && each != '\f') {
                return false;
            }
        }
        return true;
    }

    private static ReplayBody replay(JsonBody body) throws IOException, RefusedBody, OtherShape {
        // brokers that know the route read an array as the object whose fields it lists (A33)
        Shapes.requireObject(body, "the body");
        var names = new String[] {"", ""};
        body.fields("the body", key -> {
            String text = body.isText() ? trimmed(body.text()) : "";
            switch (key) {
                case "queue" -> names[0] = text;
                case "partition" -> names[1] = text;
                default -> {}
            }
            body.skip();
        });
        return of(names[0], names[1]);
    }

    /// Of Unicode's white space. `strip` would leave the no-break blanks, and take control characters off that go on in
    /// the body.
    private static String trimmed(String name) {
        int from = 0;
        int to = name.length();
        while (from < to && isWhiteSpace(name.charAt(from))) {
            from++;
        }
        while (to > from && isWhiteSpace(name.charAt(to - 1))) {
            to--;
        }
        return name.substring(from, to);
    }

    private static boolean isWhiteSpace(char letter) {
        return Character.isSpaceChar(letter) || letter >= '\t' && letter <= '\r' || letter == 0x85;
    }

    private static ReplayBody of(String queue, String partition) {
        if (queue.isEmpty() && partition.isEmpty()) {
            return WITHOUT_DESTINATION;
        }
        if (queue.isEmpty()) {
            return half("queue override", "partition", "queue", Names.partitionProblem("partition", partition));
        }
        if (partition.isEmpty()) {
            return half("partition override", "queue", "partition", Names.queueProblem("queue", queue));
        }
        Optional<String> problem =
                Names.queueProblem("queue", queue).or(() -> Names.partitionProblem("partition", partition));
        return new ReplayBody(Optional.of(new QueuePartition(queue, partition)), Optional.empty(), problem);
    }

    private static ReplayBody half(String missing, String given, String add, Optional<String> badName) {
        String text = "the %s is missing: the body names a %s only, add `%s` or leave both out"
                .formatted(missing, given, add);
        return new ReplayBody(Optional.empty(), Optional.of(text), badName);
    }
}
