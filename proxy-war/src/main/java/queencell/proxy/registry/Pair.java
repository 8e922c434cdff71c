package queencell.proxy.registry;

/// A queue and one of its partitions, as a request names them.
public record Pair(String queue, String partition) {
    /// What the broker makes of a push that names no partition.
    public static final String DEFAULT_PARTITION = "Default";
}
