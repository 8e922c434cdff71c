package queencell.proxy.meter;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.sql.Timestamp;
import java.util.UUID;

/// `queen_proxy.usage_minutes`: what one cluster used in one minute; `record_usage` writes it.
@Entity
@IdClass(UsageMinuteRow.Key.class)
@Table(schema = "queen_proxy", name = "usage_minutes")
public class UsageMinuteRow extends UsageCounters {
    @Id
    @Column(name = "cluster_id", nullable = false)
    private UUID clusterId;

    @Id
    @Column(nullable = false)
    private Timestamp minute;

    @Id
    @Column(name = "op_class", nullable = false)
    private String opClass;

    protected UsageMinuteRow() {} // for JPA

    /// What makes a row unique.
    public record Key(UUID clusterId, Timestamp minute, String opClass) {}
}
