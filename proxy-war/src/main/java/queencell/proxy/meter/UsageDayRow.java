package queencell.proxy.meter;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.LocalDate;
import java.util.UUID;

/// `queen_proxy.usage_days`: what one cluster used in one UTC day; `rollup_usage_days` writes it.
@Entity
@IdClass(UsageDayRow.Key.class)
@Table(schema = "queen_proxy", name = "usage_days")
public class UsageDayRow extends UsageCounters {
    @Id
    @Column(name = "cluster_id", nullable = false)
    private UUID clusterId;

    @Id
    @Column(nullable = false)
    private LocalDate day;

    @Id
    @Column(name = "op_class", nullable = false)
    private String opClass;

    protected UsageDayRow() {} // for JPA

    /// What makes a row unique.
    public record Key(UUID clusterId, LocalDate day, String opClass) {}
}
