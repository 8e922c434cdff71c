package queencell.broker;

import java.util.List;

/// What a group owes on a queue, leased messages included (wire, 12).
///
/// @param pending `pending`, over all partitions
public record Depth(String queue, long pending, List<Partition> partitions) {

    public Depth {
        partitions = List.copyOf(partitions);
    }

    public record Partition(String partition, long pending) {}
}
