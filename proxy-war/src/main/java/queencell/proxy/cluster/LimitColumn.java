package queencell.proxy.cluster;

import java.util.Locale;

/// The limits of a plan; the names are the columns of `plans` and the keys of `clusters.limit_overrides`
/// (control plane, 5.1).
public enum LimitColumn {
    MAX_REQ_PER_SEC(Integer.MAX_VALUE),
    REQ_BURST(Integer.MAX_VALUE),
    MAX_MSGS_PER_SEC(Integer.MAX_VALUE),
    MSGS_BURST(Integer.MAX_VALUE),
    MAX_QUEUES(Integer.MAX_VALUE),
    MAX_PARTITIONS_PER_QUEUE(Integer.MAX_VALUE),
    MAX_PARKED_POPS(Integer.MAX_VALUE),
    MAX_PAYLOAD_BYTES(Integer.MAX_VALUE),
    MAX_BATCH_ITEMS(Integer.MAX_VALUE),
    MAX_RETAINED_BYTES(Long.MAX_VALUE),
    MAX_RETENTION_SECONDS(Integer.MAX_VALUE),
    MONTHLY_MSGS_QUOTA(Long.MAX_VALUE);

    private final long most;

    LimitColumn(long most) {
        this.most = most;
    }

    /// As the column and the override key are written.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The largest value the column holds; an override above it is ignored.
    public long most() {
        return most;
    }
}
