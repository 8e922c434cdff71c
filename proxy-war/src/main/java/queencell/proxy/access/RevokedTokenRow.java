package queencell.proxy.access;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// `queen_proxy.revoked_tokens`: a session token that counts no more although it has not run out.
@Entity
@Table(schema = "queen_proxy", name = "revoked_tokens")
public class RevokedTokenRow {
    @Id
    private String jti;

    protected RevokedTokenRow() {} // for JPA
}
