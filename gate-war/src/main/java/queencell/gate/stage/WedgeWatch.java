package queencell.gate.stage;

import java.util.LinkedHashMap;
import java.util.List;

/// Tells a cursor that cannot move from a backlog that waits (runtime, 9.4): the same first message of a partition
/// failed again and again with an id that the broker cannot resolve. Thread-safe.
final class WedgeWatch {
    static final int ESCALATES_AFTER = 5;
    /// Partition of a message of which not even that can be read.
    static final String UNKNOWN = "";

    private static final int MOST_PARTITIONS = 1024;

    private final LinkedHashMap<String, Stuck> partitions = new LinkedHashMap<>();

    private record Stuck(String partition, String head, int attempts, boolean escalated) {}

    /// How a failure looks beside those before it.
    ///
    /// @param attempts how often this head has failed
    /// @param escalates it just became a wedge
    /// @param told it is a wedge that people know of
    record Seen(int attempts, boolean escalates, boolean told) {}

    /// A settle of this partition failed for good.
    ///
    /// @param unresolvable whether the broker said that an acked id resolves nowhere
    synchronized Seen failed(String partitionId, String partition, String head, boolean unresolvable) {
        Stuck known = partitions.remove(partitionId);
        boolean same = known != null && known.head().equals(head);
        int attempts = same ? known.attempts() + 1 : 1;
        boolean escalated = same && known.escalated();
        boolean escalates = unresolvable && attempts >= ESCALATES_AFTER && !escalated;
        put(partitionId, new Stuck(partition, head, attempts, escalated || escalates));
        return new Seen(attempts, escalates, escalated);
    }

    /// The first message of this partition cannot be read, which no repetition changes.
    ///
    /// @param partitionId [#UNKNOWN] where the answer does not even say that
    /// @return whether it just became a wedge
    synchronized boolean unreadable(String partitionId, String partition) {
        Stuck known = partitions.remove(partitionId);
        put(partitionId, new Stuck(partition.isEmpty() ? "(unreadable)" : partition, "", 1, true));
        return known == null || !known.escalated();
    }

    private void put(String partitionId, Stuck stuck) {
        partitions.put(partitionId, stuck);
        if (partitions.size() > MOST_PARTITIONS) {
            partitions.pollFirstEntry();
        }
    }

    synchronized void cleared(String partitionId) {
        partitions.remove(partitionId);
    }

    /// Names of the source partitions that are stuck.
    synchronized List<String> escalated() {
        return partitions.values().stream()
                .filter(Stuck::escalated)
                .map(Stuck::partition)
                .toList();
    }
}
