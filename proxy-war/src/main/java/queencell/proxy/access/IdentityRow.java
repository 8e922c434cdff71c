package queencell.proxy.access;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/// `queen_proxy.identities`: an account of an outside provider that opens a user's door; SQL functions write it.
@Entity
@Table(schema = "queen_proxy", name = "identities")
public class IdentityRow {
    @Id
    private UUID id;

    @Column(name = "user_id", nullable = false, insertable = false, updatable = false)
    private UUID userId;

    @Column(nullable = false, insertable = false, updatable = false)
    private String provider;

    @Column(name = "provider_id", nullable = false, insertable = false, updatable = false)
    private String providerId;

    protected IdentityRow() {} // for JPA
}
