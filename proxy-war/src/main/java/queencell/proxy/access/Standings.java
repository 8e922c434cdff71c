package queencell.proxy.access;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.Sql;
import queencell.signin.SessionClaims;
import queencell.signin.SessionVerifier;

/// Reads what a session's standing depends on: deny-list, operator bit, role, and whether the person exists
/// (pipeline, 6.5). Blocks.
public final class Standings {
    private final Pxdb pxdb;

    public Standings(Pxdb pxdb) {
        this.pxdb = pxdb;
    }

    boolean isRevoked(String tokenId) {
        return pxdb.read(entities -> entities.find(RevokedTokenRow.class, tokenId) != null);
    }

    /// Writes down that a session is over.
    void revoke(SessionClaims claims) {
        Sql.transaction(pxdb, sql -> {
            sql.call(
                    "select queen_proxy.revoke_session(?, ?, 'user', ?)",
                    claims.tokenId(),
                    // the sweep must not forget it while it would still be taken
                    claims.expiresAt().plus(SessionVerifier.LEEWAY),
                    claims.user());
            return true;
        });
    }

    /// The person's bit and when the password was changed last; empty if the person is gone.
    Optional<Account> account(UUID user) {
        return pxdb.read(entities -> Optional.ofNullable(entities.find(UserRow.class, user)))
                .map(UserRow::toAccount);
    }

    Optional<Role> role(UUID user, UUID cluster) {
        return pxdb.read(entities ->
                        Optional.ofNullable(entities.find(ClusterRoleRow.class, new ClusterRoleRow.Key(user, cluster))))
                .flatMap(ClusterRoleRow::toRole);
    }

    /// Removes entries of tokens that have run out anyway.
    void sweepRevoked() {
        pxdb.write(entities -> entities.createNativeQuery("select queen_proxy.sweep_revoked_tokens()")
                .getSingleResult());
    }

    /// @param operator the bit, whatever the cell allows
    /// @param passwordChangedAt sessions issued before are good no more; absent if it was never changed
    record Account(boolean operator, Optional<Instant> passwordChangedAt) {}
}
