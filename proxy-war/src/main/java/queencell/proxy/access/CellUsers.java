package queencell.proxy.access;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.access.RoleChanges.Reason;
import queencell.proxy.database.Databases;
import queencell.proxy.database.PxdbException;
import queencell.proxy.database.Sql;
import queencell.signin.EmailAddress;

/// The people of one cell, as its operators manage them (proxy console, 10). A tenant, cluster or person of
/// another cell does not exist here. Blocks; needs a database.
public final class CellUsers {
    private final Databases databases;

    public record Seat(UUID clusterId, String clusterSlug, String role) {}

    public record Person(
            UUID id,
            String email,
            Optional<String> name,
            UUID tenantId,
            String tenantSlug,
            boolean isOperator,
            boolean hasLocalPassword,
            Instant createdAt,
            Optional<Instant> lastLoginAt,
            List<Seat> roles) {}

    /// @param passwordHash empty for an account of an outside provider
    public record Draft(
            UUID tenant,
            EmailAddress email,
            String name,
            String provider,
            Optional<String> passwordHash,
            UUID cluster,
            Role role) {
        @Override
        public String toString() {
            return "Draft[" + email.folded() + "]";
        }
    }

    public sealed interface Created {
        record Done(UUID user) implements Created {}

        record NotHere() implements Created {}

        record EmailTaken() implements Created {}
    }

    /// Where a page of people ends: a place in the order of the list, which stays where it is when the person is gone.
    public record After(String tenantSlug, String email) {}

    public CellUsers(Databases databases) {
        this.databases = databases;
    }

    /// The people of the cell's tenants, by tenant, then by address, with their seats on the cell's clusters.
    ///
    /// @param after the place behind which the list goes on
    public List<Person> of(UUID cell, Optional<After> after, int most) {
        return Sql.question(databases.required(), sql -> {
            Map<UUID, List<Seat>> seats = seats(sql, cell);
            return sql.list(
                    """
                    select u.id, u.email, u.name, u.tenant_id, t.slug, u.is_operator,
                      u.password_hash is not null as has_password, u.created_at, u.last_login_at
                    from queen_proxy.users u join queen_proxy.tenants t on t.id = u.tenant_id
                    where u.tenant_id in (select tenant_id from queen_proxy.clusters where cell_id = ?)
                      and (t.slug collate "C", u.email collate "C") > (?, ?)
                    order by t.slug collate "C", u.email collate "C" limit ?
                    """,
                    row -> person(row, seats),
                    cell,
                    after.map(After::tenantSlug).orElse(""),
                    after.map(After::email).orElse(""),
                    most);
        });
    }

    private static Map<UUID, List<Seat>> seats(Sql sql, UUID cell) throws SQLException {
        Map<UUID, List<Seat>> seats = new LinkedHashMap<>();
        sql.list(
                        """
                        select r.user_id, c.id, c.slug, r.role
                        from queen_proxy.cluster_roles r join queen_proxy.clusters c on c.id = r.cluster_id
                        where c.cell_id = ? order by c.slug collate "C"
                        """,
                        row -> Map.entry(row.id("user_id"), new Seat(row.id("id"), row.text("slug"), row.text("role"))),
                        cell)
                .forEach(entry -> seats.computeIfAbsent(entry.getKey(), _ -> new ArrayList<>())
                        .add(entry.getValue()));
        return seats;
    }

    private static Person person(Sql.Row row, Map<UUID, List<Seat>> seats) throws SQLException {
        return new Person(
                row.id("id"),
                row.text("email"),
                row.optionalText("name"),
                row.id("tenant_id"),
                row.text("slug"),
                row.flag("is_operator"),
                row.flag("has_password"),
                row.moment("created_at"),
                row.optionalMoment("last_login_at"),
                seats.getOrDefault(row.id("id"), List.of()));
    }

    /// Creates a person with a name and a first role, all or nothing.
    public Created create(UUID cell, UUID actor, Draft draft) {
        try {
            return Sql.transaction(databases.required(), sql -> create(sql, cell, actor, draft));
        } catch (PxdbException refused) {
            if (refused.is("23505")) {
                return new Created.EmailTaken();
            }
            // deleted since it was looked at
            if (refused.is("QP404")) {
                return new Created.NotHere();
            }
            throw refused;
        }
    }

    private static Created create(Sql sql, UUID cell, UUID actor, Draft draft) throws SQLException {
        boolean here = sql.first(
                        "select id from queen_proxy.clusters where id = ? and tenant_id = ? and cell_id = ?",
                        row -> row.id("id"),
                        draft.cluster,
                        draft.tenant,
                        cell)
                .isPresent();
        if (!here) {
            return new Created.NotHere();
        }
        UUID user = sql.first(
                        "select queen_proxy.create_user(?, ?, ?::text, ?) as id",
                        row -> row.id("id"),
                        draft.tenant,
                        draft.email.folded(),
                        draft.passwordHash.orElse(null),
                        draft.provider)
                .orElseThrow();
        sql.call("select queen_proxy.set_user_name(?, ?)", user, draft.name);
        sql.call(
                "select queen_proxy.grant_cluster_role(?, ?, ?)",
                draft.cluster,
                draft.email.folded(),
                draft.role.wireName());
        Audit.write(
                sql,
                draft.tenant,
                draft.cluster,
                actor,
                "operator_user_created",
                user.toString(),
                Audit.meta()
                        .put("email", draft.email.folded())
                        .put("provider", draft.provider)
                        .put("role", draft.role.wireName()));
        return new Created.Done(user);
    }

    public enum Renaming {
        DONE,
        /// The person has that name already; nothing was written.
        UNCHANGED,
        /// Nobody of this cell has that id.
        NOBODY
    }

    public Renaming rename(UUID cell, UUID actor, UUID user, String name) {
        try {
            return Sql.transaction(databases.required(), sql -> rename(sql, cell, actor, user, name));
        } catch (PxdbException refused) {
            // deleted since the person was looked at
            if (refused.is("QP404")) {
                return Renaming.NOBODY;
            }
            throw refused;
        }
    }

    private record Named(UUID tenant, Optional<String> name) {}

    private static Renaming rename(Sql sql, UUID cell, UUID actor, UUID user, String name) throws SQLException {
        Optional<Named> before =
                sql.first("""
                select u.tenant_id, u.name from queen_proxy.users u
                where u.id = ? and u.tenant_id in (select tenant_id from queen_proxy.clusters where cell_id = ?)
                """, row -> new Named(row.id("tenant_id"), row.optionalText("name")), user, cell);
        if (before.isEmpty()) {
            return Renaming.NOBODY;
        }
        if (before.get().name().equals(Optional.of(name))) {
            return Renaming.UNCHANGED;
        }
        sql.call("select queen_proxy.set_user_name(?, ?)", user, name);
        Audit.write(
                sql,
                before.get().tenant(),
                null,
                actor,
                "operator_user_updated",
                user.toString(),
                Audit.meta().put("old_name", before.get().name().orElse(null)).put("name", name));
        return Renaming.DONE;
    }

    public Members.Outcome grant(UUID cell, UUID actor, UUID user, UUID cluster, Role role) {
        return change(cell, cluster, changes -> changes.grant("id", user, role, reason(actor)));
    }

    public Members.Outcome revoke(UUID cell, UUID actor, UUID user, UUID cluster) {
        return change(cell, cluster, changes -> changes.revoke("id", user, reason(actor)));
    }

    private static Reason reason(UUID actor) {
        return new Reason(actor, "operator_role_granted", "operator_role_revoked", true);
    }

    private Members.Outcome change(UUID cell, UUID cluster, RoleChanges.Step step) {
        return RoleChanges.make(databases, sql -> lock(sql, cell, cluster), step);
    }

    private static Optional<RoleChanges> lock(Sql sql, UUID cell, UUID cluster) throws SQLException {
        boolean here = sql.first(
                        "select id from queen_proxy.clusters where id = ? and cell_id = ?",
                        row -> row.id("id"),
                        cluster,
                        cell)
                .isPresent();
        return here ? RoleChanges.lock(sql, cluster) : Optional.empty();
    }
}
