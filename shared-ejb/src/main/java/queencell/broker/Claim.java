package queencell.broker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Messages that this client holds under one lease (wire, 6.3).
///
/// The broker does not say when the lease ends. `answeredNanos` is later than the broker's own start of the
/// lease by the way of the answer, so whoever times the lease takes a margin off (23.5).
///
/// @param leaseId `leaseId`; empty after an automatic ack
/// @param queue `queue`; empty on discovery
/// @param messages in log order inside each partition, never empty
/// @param partitionsClaimed `partitionsClaimed`
/// @param answeredNanos `System.nanoTime()` when the answer's first byte was read
public record Claim(String leaseId, String queue, List<Message> messages, int partitionsClaimed, long answeredNanos) {

    public Claim {
        messages = List.copyOf(messages);
    }

    /// The messages of each partition, by partition id, in the order of the answer.
    public Map<String, List<Message>> byPartition() {
        var partitions = new LinkedHashMap<String, List<Message>>();
        for (Message message : messages) {
            partitions
                    .computeIfAbsent(message.partitionId(), id -> new ArrayList<>())
                    .add(message);
        }
        return partitions;
    }
}
