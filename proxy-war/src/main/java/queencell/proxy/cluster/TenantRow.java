package queencell.proxy.cluster;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/// `queen_proxy.tenants`, as far as the data path reads it.
@Entity
@Table(schema = "queen_proxy", name = "tenants")
public class TenantRow {
    @Id
    private UUID id;

    @Column(nullable = false)
    private String status;

    protected TenantRow() {} // for JPA

    UUID id() {
        return id;
    }

    String status() {
        return status;
    }
}
