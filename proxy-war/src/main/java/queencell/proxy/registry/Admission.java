package queencell.proxy.registry;

/// Whether the queues and partitions of one request may exist (pipeline, 7.9): all of them, or none.
public sealed interface Admission {

    /// @param reservation to be settled once the broker has answered
    record Admitted(Reservation reservation) implements Admission {}

    /// 403 `quota_exceeded`: one queue more than `max_queues`.
    record OverQueues(String queue, long max) implements Admission {}

    /// 403 `quota_exceeded`: one partition more than `max_partitions_per_queue`.
    record OverPartitions(String queue, String partition, long max) implements Admission {}
}
