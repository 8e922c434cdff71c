package queencell.proxy.registry;

import java.util.OptionalLong;
import queencell.proxy.cluster.EffectiveLimits;

/// How many queues a cluster may have, and partitions each; empty is any number.
public record Caps(OptionalLong queues, OptionalLong partitionsPerQueue) {

    public static final Caps NONE = new Caps(OptionalLong.empty(), OptionalLong.empty());

    public static Caps of(EffectiveLimits limits) {
        return new Caps(limits.maxQueues(), limits.maxPartitionsPerQueue());
    }
}
