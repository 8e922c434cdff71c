package queencell.proxy.inspect;

/// Where a message goes, and what is admitted (pipeline, 7.9).
///
/// Both names are the sender's choice. The order is for hash tables: those of one hash are found by it, instead of
/// being compared each with each.
public record QueuePartition(String queue, String partition) implements Comparable<QueuePartition> {
    /// What the broker uses when a message names no partition.
    public static final String DEFAULT_PARTITION = "Default";

    @Override
    public int compareTo(QueuePartition other) {
        int byQueue = queue.compareTo(other.queue);
        return byQueue == 0 ? partition.compareTo(other.partition) : byQueue;
    }
}
