package queencell.broker;

import java.time.Duration;
import java.time.Instant;

/// What a pop asks for (wire, 6.1). Start with [#of], then name what differs from the broker's defaults.
///
/// @param queue name; encoded by the client
/// @param partition one partition, or empty for all (a wildcard pop; only this one is woken at once by a
///     push)
/// @param group `consumerGroup`; empty means the group-less queue mode
/// @param batch `batch`, messages over all partitions, at least 1
/// @param partitions `partitions` one call may claim, 1 to 64; sent only when above 1
/// @param window `timeout` of a long poll; zero asks without waiting
/// @param leaseSeconds `leaseSeconds`; 0 leaves it to the queue
/// @param start where a group begins that the queue has never seen
/// @param autoAck `autoAck`, deliver at most once and hold no lease
public record PopRequest(
        String queue,
        String partition,
        String group,
        int batch,
        int partitions,
        Duration window,
        int leaseSeconds,
        Start start,
        boolean autoAck) {

    /// Where a new group starts (wire, 6.2). Existing cursors are never moved.
    public sealed interface Start {
        /// The oldest retained message.
        Start ALL = new All();
        /// Only what is pushed from now on.
        Start NEW = new New();

        record All() implements Start {}

        record New() implements Start {}

        /// The first segment made at or after this instant.
        record From(Instant instant) implements Start {}
    }

    public PopRequest {
        WireNames.check("queue", queue);
        if (!partition.isEmpty()) {
            WireNames.check("partition", partition);
        }
        if (!group.isEmpty()) {
            WireNames.check("consumerGroup", group);
        }
        atLeast("batch", batch, 1);
        atLeast("leaseSeconds", leaseSeconds, 0);
        atLeast("window", window.toMillis(), 0);
        if (partitions < 1 || partitions > 64) {
            throw new IllegalArgumentException(
                    "partitions is %d: a claim may take 1 to 64, and the broker reads less than 1 as no limit"
                            .formatted(partitions));
        }
    }

    /// A claim of up to 200 messages of one partition, all of the log, without waiting.
    public static PopRequest of(String queue, String group) {
        return new PopRequest(queue, "", group, 200, 1, Duration.ZERO, 0, Start.ALL, false);
    }

    public PopRequest partition(String name) {
        return new PopRequest(queue, name, group, batch, partitions, window, leaseSeconds, start, autoAck);
    }

    public PopRequest batch(int messages) {
        return new PopRequest(queue, partition, group, messages, partitions, window, leaseSeconds, start, autoAck);
    }

    public PopRequest partitions(int atMost) {
        return new PopRequest(queue, partition, group, batch, atMost, window, leaseSeconds, start, autoAck);
    }

    public PopRequest waiting(Duration atMost) {
        return new PopRequest(queue, partition, group, batch, partitions, atMost, leaseSeconds, start, autoAck);
    }

    public PopRequest leaseSeconds(int seconds) {
        return new PopRequest(queue, partition, group, batch, partitions, window, seconds, start, autoAck);
    }

    public PopRequest start(Start newGroupsAt) {
        return new PopRequest(queue, partition, group, batch, partitions, window, leaseSeconds, newGroupsAt, autoAck);
    }

    public PopRequest autoAck(boolean atDelivery) {
        return new PopRequest(queue, partition, group, batch, partitions, window, leaseSeconds, start, atDelivery);
    }

    private static void atLeast(String name, long value, long bound) {
        if (value < bound) {
            throw new IllegalArgumentException("%s is %d: at least %d".formatted(name, value, bound));
        }
    }
}
