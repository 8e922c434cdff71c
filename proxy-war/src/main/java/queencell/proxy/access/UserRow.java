package queencell.proxy.access;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// `queen_proxy.users`, as far as a session's standing is read from it.
@Entity
@Table(schema = "queen_proxy", name = "users")
public class UserRow {
    @Id
    private UUID id;

    @Column(name = "is_operator", nullable = false, insertable = false, updatable = false)
    private boolean operator;

    @Column(name = "password_changed_at", insertable = false, updatable = false)
    @Convert(converter = InstantConverter.class)
    private Instant passwordChangedAt;

    protected UserRow() {} // for JPA

    Standings.Account toAccount() {
        return new Standings.Account(operator, Optional.ofNullable(passwordChangedAt));
    }
}
