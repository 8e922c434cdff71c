package queencell.proxy.access;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.util.Optional;
import java.util.UUID;

/// `queen_proxy.cluster_roles`: one role of one person on one cluster.
@Entity
@IdClass(ClusterRoleRow.Key.class)
@Table(schema = "queen_proxy", name = "cluster_roles")
public class ClusterRoleRow {
    @Id
    @Column(name = "user_id", nullable = false)
    private UUID userId;

    @Id
    @Column(name = "cluster_id", nullable = false)
    private UUID clusterId;

    @Column(nullable = false)
    private String role;

    protected ClusterRoleRow() {} // for JPA

    Optional<Role> toRole() {
        return Role.parse(role);
    }

    /// What makes a row unique.
    public record Key(UUID userId, UUID clusterId) {}
}
