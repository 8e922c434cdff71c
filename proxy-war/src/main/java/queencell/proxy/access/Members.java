package queencell.proxy.access;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.access.RoleChanges.Reason;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Sql;
import queencell.signin.EmailAddress;

/// Who has a role on a cluster (proxy console, 4.4). Blocks; needs a database.
public final class Members {
    private final Databases databases;

    public record Member(UUID userId, String email, Optional<String> name, String role, Instant grantedAt) {}

    public enum Outcome {
        DONE,
        /// 404, the same for an address nobody has and for one of another tenant.
        UNKNOWN,
        /// 400: the cluster would have nobody left to administer it.
        LAST_ADMIN
    }

    public Members(Databases databases) {
        this.databases = databases;
    }

    /// By address.
    ///
    /// @param after the address behind which the list goes on
    public List<Member> of(UUID cluster, Optional<String> after, int most) {
        return Sql.question(
                databases.required(),
                sql -> sql.list(
                        """
                        select u.id, u.email, u.name, r.role, r.created_at
                        from queen_proxy.cluster_roles r join queen_proxy.users u on u.id = r.user_id
                        where r.cluster_id = ? and u.email collate "C" > ?
                        order by u.email collate "C" limit ?
                        """,
                        row -> new Member(
                                row.id("id"),
                                row.text("email"),
                                row.optionalText("name"),
                                row.text("role"),
                                row.moment("created_at")),
                        cluster,
                        after.orElse(""),
                        most));
    }

    /// Gives a role, in place of the one held before.
    public Outcome grant(UUID cluster, UUID actor, EmailAddress email, Role role) {
        return change(cluster, changes -> changes.grant("email", email.folded(), role, reason(actor)));
    }

    public Outcome revoke(UUID cluster, UUID actor, EmailAddress email) {
        return change(cluster, changes -> changes.revoke("email", email.folded(), reason(actor)));
    }

    private static Reason reason(UUID actor) {
        return new Reason(actor, "console_member_granted", "console_member_revoked", false);
    }

    private Outcome change(UUID cluster, RoleChanges.Step step) {
        return RoleChanges.make(databases, sql -> RoleChanges.lock(sql, cluster), step);
    }
}
