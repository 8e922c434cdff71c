package queencell.proxy.inspect;

/// Where a message goes, and what is admitted (pipeline, 7.9).
public record QueuePartition(String queue, String partition) {
    /// What the broker uses when a message names no partition.
    public static final String DEFAULT_PARTITION = "Default";
}
