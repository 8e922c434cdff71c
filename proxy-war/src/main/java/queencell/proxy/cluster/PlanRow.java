package queencell.proxy.cluster;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;

/// `queen_proxy.plans`: a limit that is `NULL` is unlimited.
@Entity
@Table(schema = "queen_proxy", name = "plans")
public class PlanRow {
    @Id
    private UUID id;

    @Column(nullable = false)
    private String code;

    @Column(name = "max_req_per_sec")
    private Integer maxReqPerSec;

    @Column(name = "req_burst")
    private Integer reqBurst;

    @Column(name = "max_msgs_per_sec")
    private Integer maxMsgsPerSec;

    @Column(name = "msgs_burst")
    private Integer msgsBurst;

    @Column(name = "max_queues")
    private Integer maxQueues;

    @Column(name = "max_partitions_per_queue")
    private Integer maxPartitionsPerQueue;

    @Column(name = "max_parked_pops")
    private Integer maxParkedPops;

    @Column(name = "max_payload_bytes")
    private Integer maxPayloadBytes;

    @Column(name = "max_batch_items")
    private Integer maxBatchItems;

    @Column(name = "max_retained_bytes")
    private Long maxRetainedBytes;

    @Column(name = "max_retention_seconds")
    private Integer maxRetentionSeconds;

    @Column(name = "monthly_msgs_quota")
    private Long monthlyMsgsQuota;

    @Column(nullable = false)
    @Convert(converter = JsonTextConverter.class)
    private String features;

    protected PlanRow() {} // for JPA

    /// The limits that are set; an absent one is unlimited.
    Map<LimitColumn, Long> limits() {
        Map<LimitColumn, Long> limits = new EnumMap<>(LimitColumn.class);
        put(limits, LimitColumn.MAX_REQ_PER_SEC, maxReqPerSec);
        put(limits, LimitColumn.REQ_BURST, reqBurst);
        put(limits, LimitColumn.MAX_MSGS_PER_SEC, maxMsgsPerSec);
        put(limits, LimitColumn.MSGS_BURST, msgsBurst);
        put(limits, LimitColumn.MAX_QUEUES, maxQueues);
        put(limits, LimitColumn.MAX_PARTITIONS_PER_QUEUE, maxPartitionsPerQueue);
        put(limits, LimitColumn.MAX_PARKED_POPS, maxParkedPops);
        put(limits, LimitColumn.MAX_PAYLOAD_BYTES, maxPayloadBytes);
        put(limits, LimitColumn.MAX_BATCH_ITEMS, maxBatchItems);
        put(limits, LimitColumn.MAX_RETAINED_BYTES, maxRetainedBytes);
        put(limits, LimitColumn.MAX_RETENTION_SECONDS, maxRetentionSeconds);
        put(limits, LimitColumn.MONTHLY_MSGS_QUOTA, monthlyMsgsQuota);
        return limits;
    }

    Features features() {
        return Features.parse(features);
    }

    private static void put(Map<LimitColumn, Long> limits, LimitColumn column, Number value) {
        if (value != null) {
            limits.put(column, value.longValue());
        }
    }
}
