package queencell.proxy.registry;

import java.util.Optional;
import java.util.Set;
import queencell.proxy.cluster.ClusterContext;

/// Asks a broker which partitions a queue has. Blocks, two seconds at most.
@FunctionalInterface
public interface PartitionNames {

    /// All of them, empty ones included; none at all for a queue that the broker does not have. Empty when it did not
    /// answer.
    Optional<Set<String>> of(ClusterContext cluster, String queue);
}
