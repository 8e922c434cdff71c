package queencell.broker;

import java.util.List;
import java.util.OptionalLong;

/// All queues of a tenant with the cached counters (wire, 12).
///
/// @param usage key/value and timer storage; all zero when the broker could not read it
/// @param usageKnown false when one of the four figures was left out
/// @param storedBytes what the tenant stores in all, summed over every size figure there is; empty when there is none
/// @param extrasKnown whether the size of key/value rows or of timers is among them
public record QueueListing(
        List<Row> queues, Usage usage, boolean usageKnown, OptionalLong storedBytes, boolean extrasKnown) {

    public QueueListing {
        queues = List.copyOf(queues);
    }

    /// @param retainedBytes compressed segments only
    /// @param messages `messages.total`, retained and not backlog
    public record Row(
            String name,
            String namespace,
            String task,
            int partitions,
            long retainedBytes,
            long messages,
            long pending,
            long processing) {}

    public record Usage(long kvRows, long kvBytes, long timerRows, long timerBytes) {

        public long bytes() {
            return kvBytes + timerBytes;
        }
    }
}
