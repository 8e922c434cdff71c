package queencell.proxy.cluster;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.util.Optional;
import java.util.UUID;

/// `queen_proxy.clusters` with what it is joined to; read only, SQL functions write it.
@Entity
@Table(schema = "queen_proxy", name = "clusters")
public class ClusterRow {
    @Id
    private UUID id;

    @ManyToOne(optional = false)
    @JoinColumn(name = "tenant_id", nullable = false)
    private TenantRow tenant;

    @ManyToOne(optional = false)
    @JoinColumn(name = "cell_id", nullable = false)
    private CellRow cell;

    @ManyToOne(optional = false)
    @JoinColumn(name = "plan_id", nullable = false)
    private PlanRow plan;

    @Column(nullable = false)
    private String slug;

    @Column(name = "broker_tenant_uuid", nullable = false)
    private UUID brokerTenantUuid;

    @Column(nullable = false)
    private String status;

    @Column(name = "limit_overrides", nullable = false)
    @Convert(converter = JsonTextConverter.class)
    private String limitOverrides;

    protected ClusterRow() {} // for JPA

    /// Everything the data path knows of this cluster; a row that cannot be read so counts as no answer of the
    /// database.
    ClusterContext toContext() {
        return new ClusterContext(
                id,
                tenant.id(),
                brokerTenantUuid,
                slug,
                cell.baseUrl(),
                CellSecret.of(Optional.ofNullable(cell.cellSecret()).orElse("")),
                EffectiveStatus.worse(tenant.status(), status),
                EffectiveLimits.merge(plan.limits(), limitOverrides),
                plan.features());
    }
}
