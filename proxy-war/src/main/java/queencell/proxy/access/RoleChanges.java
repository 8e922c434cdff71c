package queencell.proxy.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.database.Databases;
import queencell.proxy.database.PxdbException;
import queencell.proxy.database.Sql;

/// Gives and takes roles on one cluster, and keeps its last admin (proxy console, 4.4 and 10).
final class RoleChanges {
    private final Sql sql;
    private final UUID cluster;
    private final UUID tenant;

    /// What happened, and to whom.
    sealed interface Change {
        /// @param before the role held until then
        record Done(UUID user, String email, Optional<String> before) implements Change {}

        /// There is no such user of this tenant, or no role to take.
        record Unknown() implements Change {}

        /// Nobody could administer the cluster any more.
        record LastAdmin() implements Change {}
    }

    /// Who does it, and under which name it is audited.
    ///
    /// @param withBefore whether the role held before is noted
    record Reason(UUID actor, String granted, String revoked, boolean withBefore) {}

    /// Finds and locks the cluster that is changed; empty where there is none.
    @FunctionalInterface
    interface Place {
        Optional<RoleChanges> in(Sql sql) throws SQLException;
    }

    @FunctionalInterface
    interface Step {
        Change on(RoleChanges changes) throws SQLException;
    }

    private record Member(UUID user, String email, Optional<String> role) {}

    private RoleChanges(Sql sql, UUID cluster, UUID tenant) {
        this.sql = sql;
        this.cluster = cluster;
        this.tenant = tenant;
    }

    /// Makes one change in a transaction of its own.
    static Members.Outcome make(Databases databases, Place place, Step step) {
        return switch (made(databases, place, step)) {
            case Change.Done done -> Members.Outcome.DONE;
            case Change.Unknown unknown -> Members.Outcome.UNKNOWN;
            case Change.LastAdmin lastAdmin -> Members.Outcome.LAST_ADMIN;
        };
    }

    private static Change made(Databases databases, Place place, Step step) {
        try {
            return Sql.transaction(databases.required(), sql -> {
                Optional<RoleChanges> changes = place.in(sql);
                return changes.isPresent() ? step.on(changes.get()) : new Change.Unknown();
            });
        } catch (PxdbException refused) {
            // deleted since the person was looked at
            if (refused.is("QP404")) {
                return new Change.Unknown();
            }
            throw refused;
        }
    }

    /// Locks tenant and cluster, in the order of all writers; of two changes at once the second waits here, and
    /// then sees what the first has done. Empty if the cluster is gone.
    static Optional<RoleChanges> lock(Sql sql, UUID cluster) throws SQLException {
        Optional<UUID> tenant =
                sql.first("select queen_proxy.hold_tenant_of_cluster(?) as id", row -> row.id("id"), cluster);
        boolean locked = sql.first(
                        "select id from queen_proxy.clusters where id = ? for no key update",
                        row -> row.id("id"),
                        cluster)
                .isPresent();
        return tenant.filter(_ -> locked).map(id -> new RoleChanges(sql, cluster, id));
    }

    Change grant(String column, Object who, Role role, Reason reason) throws SQLException {
        Optional<Member> member = member(column, who);
        if (member.isEmpty()) {
            return new Change.Unknown();
        }
        if (role != Role.ADMIN && isLastAdmin(member.get())) {
            return new Change.LastAdmin();
        }
        sql.call("select queen_proxy.grant_cluster_role(?, ?, ?)", cluster, member.get().email, role.wireName());
        return done(member.get(), reason.granted, role.wireName(), reason);
    }

    Change revoke(String column, Object who, Reason reason) throws SQLException {
        Optional<Member> member = member(column, who).filter(found -> found.role.isPresent());
        if (member.isEmpty()) {
            return new Change.Unknown();
        }
        if (isLastAdmin(member.get())) {
            return new Change.LastAdmin();
        }
        sql.call("select queen_proxy.revoke_cluster_role(?, ?)", cluster, member.get().email);
        return done(member.get(), reason.revoked, member.get().role.get(), reason);
    }

    /// Somebody of another tenant is as unknown as nobody.
    private Optional<Member> member(String column, Object who) throws SQLException {
        return sql.first(
                """
                select u.id, u.email, r.role from queen_proxy.users u
                left join queen_proxy.cluster_roles r on r.user_id = u.id and r.cluster_id = ?
                where u.%s = ? and u.tenant_id = ?
                """.formatted(column),
                row -> new Member(row.id("id"), row.text("email"), row.optionalText("role")),
                cluster,
                who,
                tenant);
    }

    private boolean isLastAdmin(Member member) throws SQLException {
        String admin = Role.ADMIN.wireName();
        return member.role.filter(admin::equals).isPresent()
                && sql.first(
                                        "select count(*) as admins from queen_proxy.cluster_roles where cluster_id = ? and role = ?",
                                        row -> row.number("admins"),
                                        cluster,
                                        admin)
                                .orElse(0L)
                        <= 1;
    }

    private Change done(Member member, String action, String role, Reason reason) throws SQLException {
        ObjectNode meta = Audit.meta().put("email", member.email).put("role", role);
        if (reason.withBefore) {
            meta.put("previous_role", member.role.orElse(null));
        }
        Audit.write(sql, tenant, cluster, reason.actor, action, member.user.toString(), meta);
        return new Change.Done(member.user, member.email, member.role);
    }
}
