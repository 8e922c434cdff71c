package queencell.broker;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// One queue with its partitions, live (wire, 12).
///
/// @param options effective options by name, as JSON texts; empty before broker 1.6.0
public record QueueDetail(
        String name,
        String namespace,
        String task,
        long retainedBytes,
        List<Partition> partitions,
        Map<String, String> options) {

    public QueueDetail {
        partitions = List.copyOf(partitions);
        options = Map.copyOf(options);
    }

    /// @param pending leased messages included; empty when the broker gives no whole number for it
    public record Partition(
            String id,
            String name,
            long total,
            OptionalLong pending,
            long processing,
            long completed,
            long deadLetter,
            Optional<OffsetDateTime> oldestMessage) {}
}
