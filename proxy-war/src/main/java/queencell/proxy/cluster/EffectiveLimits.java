package queencell.proxy.cluster;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The limits that hold for one cluster: its plan's, merged with its own overrides (control plane, 5.1).
///
/// An absent limit is unlimited; 0 means that nothing is allowed. Immutable.
public final class EffectiveLimits {
    private static final EffectiveLimits UNLIMITED = new EffectiveLimits(new EnumMap<>(LimitColumn.class));

    private final Map<LimitColumn, Long> values;
    private final Optional<Rate> requestRate;
    private final Optional<Rate> messageRate;

    private EffectiveLimits(Map<LimitColumn, Long> values) {
        this.values = values;
        requestRate = Rate.of(of(LimitColumn.MAX_REQ_PER_SEC), of(LimitColumn.REQ_BURST));
        messageRate = Rate.of(of(LimitColumn.MAX_MSGS_PER_SEC), of(LimitColumn.MSGS_BURST));
    }

    public static EffectiveLimits unlimited() {
        return UNLIMITED;
    }

    /// @param plan the plan's columns; a column that is SQL `NULL`, so unlimited, is missing
    /// @param limitOverrides the JSON text of `clusters.limit_overrides`
    public static EffectiveLimits merge(Map<LimitColumn, Long> plan, String limitOverrides) {
        Map<LimitColumn, Long> values = new EnumMap<>(LimitColumn.class);
        // negative numbers can only come from a hand-written update, and count as zero
        plan.forEach((column, value) -> values.put(column, Math.max(0, value)));
        LimitOverrides.parse(limitOverrides).forEach((column, override) -> {
            values.remove(column);
            override.ifPresent(value -> values.put(column, value));
        });
        return new EffectiveLimits(values);
    }

    /// Empty if unlimited.
    public OptionalLong of(LimitColumn column) {
        Long value = values.get(column);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /// `max_req_per_sec` with `req_burst`.
    public Optional<Rate> requestRate() {
        return requestRate;
    }

    /// `max_msgs_per_sec` with `msgs_burst`.
    public Optional<Rate> messageRate() {
        return messageRate;
    }

    public OptionalLong maxQueues() {
        return of(LimitColumn.MAX_QUEUES);
    }

    public OptionalLong maxPartitionsPerQueue() {
        return of(LimitColumn.MAX_PARTITIONS_PER_QUEUE);
    }

    public OptionalLong maxParkedPops() {
        return of(LimitColumn.MAX_PARKED_POPS);
    }

    public OptionalLong maxPayloadBytes() {
        return of(LimitColumn.MAX_PAYLOAD_BYTES);
    }

    public OptionalLong maxBatchItems() {
        return of(LimitColumn.MAX_BATCH_ITEMS);
    }

    public OptionalLong maxRetainedBytes() {
        return of(LimitColumn.MAX_RETAINED_BYTES);
    }

    public OptionalLong maxRetentionSeconds() {
        return of(LimitColumn.MAX_RETENTION_SECONDS);
    }

    public OptionalLong monthlyMessagesQuota() {
        return of(LimitColumn.MONTHLY_MSGS_QUOTA);
    }

    /// Whether any limit is set at all; without one an answer carries no limit headers (pipeline, 7.14).
    public boolean limitsAnything() {
        return !values.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EffectiveLimits limits && values.equals(limits.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "EffectiveLimits" + values;
    }
}
