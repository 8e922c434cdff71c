package queencell.proxy.limit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// The storage estimate of every cluster, and who is over its cap (pipeline, 7.11). Any thread may call it.
///
/// The reconciler reports, the pump publishes: between the two a report changes nothing that a push can see.
public final class StorageAccounts {
    private final Map<UUID, StorageEstimate> estimates = new ConcurrentHashMap<>();
    private final Map<UUID, Report> reports = new ConcurrentHashMap<>();

    /// @param over the verdict with its hysteresis
    private record Report(long totalBytes, boolean over) {}

    /// A cluster whose storage flag changed.
    public record Transition(UUID cluster, boolean blocked) {}

    /// The broker's figure for a cluster. Not called for an answer without byte figures: a phantom zero must not
    /// release anybody.
    public void report(UUID cluster, long totalBytes, OptionalLong capBytes) {
        reports.compute(cluster, (_, last) -> {
            boolean wasOver = last != null && last.over;
            return new Report(totalBytes, StorageEstimate.isOver(wasOver, totalBytes, capBytes));
        });
    }

    /// There is no cap: whatever was measured, the next pump releases the cluster (A8).
    public void lift(UUID cluster) {
        reports.computeIfPresent(cluster, (_, last) -> new Report(last.totalBytes, false));
    }

    /// The clusters of which anything is known, in a set of the caller's own.
    public Set<UUID> known() {
        Set<UUID> known = new HashSet<>(reports.keySet());
        known.addAll(estimates.keySet());
        return known;
    }

    /// Drops clusters that are gone; the next pump releases them (A8).
    public void forget(Set<UUID> gone) {
        reports.keySet().removeAll(gone);
        estimates.keySet().removeAll(gone);
    }

    /// Publishes what was reported and brings the storage flags in line.
    public List<Transition> pump(PushBlocks blocks) {
        Set<UUID> over = new HashSet<>();
        reports.forEach((cluster, report) -> {
            estimates.merge(
                    cluster,
                    StorageEstimate.UNKNOWN.published(report.totalBytes),
                    (estimate, _) -> estimate.published(report.totalBytes));
            if (report.over) {
                over.add(cluster);
            }
        });
        List<Transition> transitions = new ArrayList<>();
        for (UUID cluster : blocks.blockedByStorage()) {
            if (!over.contains(cluster) && blocks.storage(cluster, false)) {
                transitions.add(new Transition(cluster, false));
            }
        }
        for (UUID cluster : over) {
            if (blocks.storage(cluster, true)) {
                transitions.add(new Transition(cluster, true));
            }
        }
        return List.copyOf(transitions);
    }

    /// A batch passed every cap.
    public void accept(UUID cluster, long payloadBytes) {
        estimates.merge(
                cluster,
                StorageEstimate.UNKNOWN.accepted(payloadBytes),
                (estimate, _) -> estimate.accepted(payloadBytes));
    }

    /// Gives back what the broker did not store (A10).
    public void settle(UUID cluster, long payloadBytes) {
        estimates.computeIfPresent(cluster, (_, estimate) -> estimate.settled(payloadBytes));
    }

    /// Whether the next push meets a full account.
    public boolean reachesCap(UUID cluster, OptionalLong capBytes) {
        return capBytes.isPresent()
                && estimates.getOrDefault(cluster, StorageEstimate.UNKNOWN).reaches(capBytes);
    }

    public StorageEstimate of(UUID cluster) {
        return estimates.getOrDefault(cluster, StorageEstimate.UNKNOWN);
    }
}
