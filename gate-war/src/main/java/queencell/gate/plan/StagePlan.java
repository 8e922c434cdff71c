package queencell.gate.plan;

import java.util.List;

/// One hop of one path at one node: a consumer group that reads, charges and passes on (document, 7.2).
///
/// @param hop 0-based
/// @param share effective share of the path at the node
/// @param source queue that is read
/// @param sourceIsInterior the source is the node's interior queue; never decided from the shape of a name
/// @param seed where a new group starts
/// @param batch messages per claim, 1 to 1000
/// @param concurrency workers, at least 1
/// @param checksForeign other paths' groups read the source too, so messages stamped with another path are settled
///     without charge or push
/// @param ownsUnstamped first stage in plan order that reads the source: it takes what carries no path stamp
/// @param destinations several for a fan-out, committed in one transaction
public record StagePlan(
        String path,
        String node,
        int hop,
        long priority,
        double share,
        String source,
        boolean sourceIsInterior,
        String group,
        Seed seed,
        long batch,
        long concurrency,
        boolean checksForeign,
        boolean ownsUnstamped,
        List<DestinationPlan> destinations) {

    public StagePlan {
        destinations = List.copyOf(destinations);
    }

    public boolean firstHop() {
        return hop == 0;
    }

    /// Whether any push of this stage needs a payload that can carry the stamp.
    public boolean requiresPathStamp() {
        return destinations.stream().anyMatch(DestinationPlan::requiresPathStamp);
    }
}
