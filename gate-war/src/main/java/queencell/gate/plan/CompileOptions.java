package queencell.gate.plan;

import java.util.Map;
import java.util.OptionalLong;

/// What the operator and the broker add to a document (document, 7).
///
/// @param batch messages per claim where a node declares none, clamped to 1 to 1000
/// @param concurrency workers per stage where a node declares none; absent: derived from the budget
/// @param laneCapacity items per second that one worker is counted on, at least 1
/// @param partitions observed partition counts of queues that applications own; only counts above 0 count
public record CompileOptions(long batch, OptionalLong concurrency, long laneCapacity, Map<String, Long> partitions) {

    public static final long MAX_BATCH = 1000;

    private static final CompileOptions DEFAULTS = new CompileOptions(200, OptionalLong.empty(), 1000, Map.of());

    public CompileOptions {
        batch = Math.clamp(batch, 1, MAX_BATCH);
        laneCapacity = Math.max(1, laneCapacity);
        partitions = Map.copyOf(partitions);
    }

    /// What versions, warnings and Watch candidates are compiled with.
    public static CompileOptions defaults() {
        return DEFAULTS;
    }

    public CompileOptions withPartitions(Map<String, Long> observed) {
        return new CompileOptions(batch, concurrency, laneCapacity, observed);
    }

    OptionalLong observedPartitions(String queue) {
        Long count = partitions.get(queue);
        return count == null || count < 1 ? OptionalLong.empty() : OptionalLong.of(count);
    }
}
