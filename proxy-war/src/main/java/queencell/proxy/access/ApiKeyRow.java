package queencell.proxy.access;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// `queen_proxy.api_keys`, as far as the data path reads it.
@Entity
@Table(schema = "queen_proxy", name = "api_keys")
public class ApiKeyRow {
    @Id
    private UUID id;

    @Column(name = "cluster_id", nullable = false, insertable = false, updatable = false)
    private UUID clusterId;

    @Column(name = "key_hash", nullable = false, insertable = false, updatable = false)
    private String keyHash;

    @Convert(converter = TextArrayConverter.class)
    @Column(nullable = false, insertable = false, updatable = false)
    private List<String> scopes;

    @Column(name = "last_used_at")
    @Convert(converter = InstantConverter.class)
    private Instant lastUsedAt;

    @Column(name = "revoked_at", insertable = false, updatable = false)
    @Convert(converter = InstantConverter.class)
    private Instant revokedAt;

    protected ApiKeyRow() {} // for JPA

    ApiKey toApiKey() {
        return new ApiKey(id, clusterId, Scope.parse(scopes));
    }
}
