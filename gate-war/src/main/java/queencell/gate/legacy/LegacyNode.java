package queencell.gate.legacy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// A v1 target, or a node of a v1 graph (document, 12.2).
///
/// @param at where it stands in the v1 body; empty for a target
/// @param entry every target is one
/// @param admittedDeclared whether `admitted` was written
/// @param shards whether `shardBy` or `shards` was written
/// @param egress free text about where the work went
record LegacyNode(
        String at,
        boolean entry,
        List<LegacyBudget> budgets,
        String costField,
        double costDefault,
        double costMax,
        List<LegacyLane> lanes,
        double leaseSeconds,
        long batch,
        boolean admittedDeclared,
        String partitionBy,
        long partitions,
        boolean shards,
        Optional<String> egress) {

    /// The lane whose queue consumers pop: the default one, else the first, else `default`.
    String consumedLane() {
        return lanes.stream()
                .filter(LegacyLane::byDefault)
                .findFirst()
                .or(() -> lanes.stream().findFirst())
                .map(LegacyLane::name)
                .orElse("default");
    }

    /// The slowest of its budgets, in units per second; absent without budgets.
    OptionalDouble slowestPerSecond() {
        return budgets.stream().mapToDouble(LegacyBudget::perSecond).min();
    }
}
