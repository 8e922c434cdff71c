package queencell.proxy.limit;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.EffectiveStatus;

/// Which clusters may not push at the moment (pipeline, 4). Any thread may call it.
///
/// The flags are independent: releasing one never releases another. They hold in shadow mode too, because a quota that
/// only warns protects neither the disk nor the bill.
public final class PushBlocks {
    private final StorageAccounts storage;
    private final Set<UUID> overStorage = ConcurrentHashMap.newKeySet();
    private final Set<UUID> overMonth = ConcurrentHashMap.newKeySet();

    public PushBlocks(StorageAccounts storage) {
        this.storage = storage;
    }

    /// The block a push of this cluster meets, the first of the order storage, month, status.
    public Optional<PushBlock> of(ClusterContext cluster) {
        if (overStorage.contains(cluster.id())
                || storage.reachesCap(cluster.id(), cluster.limits().maxRetainedBytes())) {
            return Optional.of(PushBlock.STORAGE);
        }
        if (overMonth.contains(cluster.id())) {
            return Optional.of(PushBlock.MONTHLY);
        }
        return cluster.status() == EffectiveStatus.PUSH_BLOCKED ? Optional.of(PushBlock.STATUS) : Optional.empty();
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
