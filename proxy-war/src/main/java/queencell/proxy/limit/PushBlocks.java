package queencell.proxy.limit;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.EffectiveStatus;

/// Which clusters may not push at the moment (pipeline, 4). Any thread may call it.
///
/// The flags are independent: releasing one never releases another. They hold in shadow mode too, because a quota
/// that only warns protects neither the disk nor the bill.
public final class PushBlocks {
    private static final List<PushBlock> WORST_FIRST = List.of(PushBlock.values());

    private final StorageAccounts storage;
    private final Set<UUID> overStorage = ConcurrentHashMap.newKeySet();
    private final Set<UUID> overMonth = ConcurrentHashMap.newKeySet();

    public PushBlocks(StorageAccounts storage) {
        this.storage = storage;
    }

    /// The block a push of this cluster meets, the first of the order storage, month, status.
    public Optional<PushBlock> of(ClusterContext cluster) {
        for (PushBlock block : WORST_FIRST) {
            if (holds(block, cluster)) {
                return Optional.of(block);
            }
        }
        return Optional.empty();
    }

    /// Every block that holds, worst first.
    public List<PushBlock> all(ClusterContext cluster) {
        return WORST_FIRST.stream().filter(block -> holds(block, cluster)).toList();
    }

    private boolean holds(PushBlock block, ClusterContext cluster) {
        return switch (block) {
            case STORAGE ->
                overStorage.contains(cluster.id())
                        || storage.reachesCap(cluster.id(), cluster.limits().maxRetainedBytes());
            case MONTHLY -> overMonth.contains(cluster.id());
            case STATUS -> cluster.status() == EffectiveStatus.PUSH_BLOCKED;
        };
    }

    /// Sets or clears the storage flag; whether that changed it.
    public boolean storage(UUID cluster, boolean blocked) {
        return blocked ? overStorage.add(cluster) : overStorage.remove(cluster);
    }

    /// Sets or clears the flag of the monthly quota; whether that changed it.
    public boolean monthly(UUID cluster, boolean blocked) {
        return blocked ? overMonth.add(cluster) : overMonth.remove(cluster);
    }

    public Set<UUID> blockedByStorage() {
        return Set.copyOf(overStorage);
    }

    public Set<UUID> blockedByMonth() {
        return Set.copyOf(overMonth);
    }
}
