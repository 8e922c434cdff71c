package queencell.proxy.route;

import java.util.Optional;
import java.util.OptionalInt;

/// The names a pop carries in its path or query, decoded as the broker decodes them (A29, A32).
///
/// @param queue may be empty text, as it arrived
/// @param partition empty for a pop from any partition
/// @param group the consumer group or, for an ephemeral pop, the group; empty if the request names none
public record PopTarget(String queue, Optional<String> partition, Optional<String> group) {
    private static final String QUEUES = "/api/v1/pop/queue/";
    private static final String PARTITION = "/partition/";

    /// Empty if the broker would not understand the path either: another shape, or names that are not UTF-8.
    public static Optional<PopTarget> of(Route route, String rawPath, RawQuery query) {
        return switch (route.special()) {
            case POP -> durable(rawPath, query);
            case EPHEMERAL_POP ->
                Optional.of(new PopTarget(
                        query.firstText("queue").orElse(""), query.firstText("partition"), query.firstText("group")));
            default -> Optional.empty();
        };
    }

    /// Whether a durable pop with this path takes from one partition.
    static boolean namesPartition(String rawPath) {
        return rawPath.indexOf('/', QUEUES.length()) >= 0;
    }

    private static Optional<PopTarget> durable(String rawPath, RawQuery query) {
        int slash = rawPath.indexOf('/', QUEUES.length());
        int queueEnd = slash < 0 ? rawPath.length() : slash;
        Optional<String> queue = segment(rawPath, QUEUES.length(), queueEnd);
        Optional<String> group = query.firstText("consumerGroup");
        if (slash < 0) {
            return queue.map(name -> new PopTarget(name, Optional.empty(), group));
        }
        OptionalInt start = partitionStart(rawPath, slash);
        if (queue.isEmpty() || start.isEmpty()) {
            return Optional.empty();
        }
        return segment(rawPath, start.getAsInt(), rawPath.length())
                .map(partition -> new PopTarget(queue.get(), Optional.of(partition), group));
    }

    private static OptionalInt partitionStart(String rawPath, int slash) {
        int start = slash + PARTITION.length();
        boolean isShape = rawPath.startsWith(PARTITION, slash) && rawPath.indexOf('/', start) < 0;
        return isShape ? OptionalInt.of(start) : OptionalInt.empty();
    }

    private static Optional<String> segment(String rawPath, int from, int to) {
        return Percent.text(Percent.decode(rawPath, from, to, false));
    }
}
