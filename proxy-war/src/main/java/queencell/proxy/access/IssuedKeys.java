package queencell.proxy.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.database.Databases;
import queencell.proxy.database.PxdbException;
import queencell.proxy.database.Sql;

/// The API keys of a cluster, as its admins see and make them (proxy console, 4.3). Blocks; needs a database.
public final class IssuedKeys {
    private static final String PREFIX = "qk_live_";
    private static final int RANDOM_BYTES = 32;

    private final Databases databases;
    private final SecureRandom random = new SecureRandom();

    /// Everything but the key: not even its hash is read.
    public record Listed(
            UUID id,
            String name,
            List<String> scopes,
            Instant createdAt,
            Optional<Instant> lastUsedAt,
            Optional<Instant> revokedAt) {}

    /// @param key the plain text, which exists nowhere else
    public record Issued(UUID id, String key) {
        @Override
        public String toString() {
            return "Issued[" + id + "]";
        }
    }

    public IssuedKeys(Databases databases) {
        this.databases = databases;
    }

    /// Newest first, revoked ones included.
    ///
    /// @param after the key behind which the list goes on; one of another cluster ends it
    public List<Listed> of(UUID cluster, Optional<UUID> after, int most) {
        String behind = after.isEmpty()
                ? ""
                : " and (created_at, id) < (select created_at, id from queen_proxy.api_keys where id = ? and cluster_id = ?)";
        Object[] arguments =
                after.isEmpty() ? new Object[] {cluster, most} : new Object[] {cluster, after.get(), cluster, most};
        return Sql.question(
                databases.required(),
                sql -> sql.list(
                        "select id, name, scopes, created_at, last_used_at, revoked_at from queen_proxy.api_keys"
                                + " where cluster_id = ?" + behind + " order by created_at desc, id desc limit ?",
                        row -> new Listed(
                                row.id("id"),
                                row.text("name"),
                                row.texts("scopes"),
                                row.moment("created_at"),
                                row.optionalMoment("last_used_at"),
                                row.optionalMoment("revoked_at")),
                        arguments));
    }

    public Issued issue(UUID cluster, UUID tenant, UUID actor, String name, Collection<Scope> scopes) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        String key = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        String[] words = scopes.stream().map(Scope::wireName).sorted().toArray(String[]::new);
        return Sql.transaction(databases.required(), sql -> {
            UUID id = sql.first(
                            "select queen_proxy.issue_api_key(?, ?, ?, ?, ?) as id",
                            row -> row.id("id"),
                            cluster,
                            name,
                            Credential.hashOf(key),
                            words,
                            actor)
                    .orElseThrow();
            ObjectNode meta = Audit.meta().put("name", name);
            var list = meta.putArray("scopes");
            List.of(words).forEach(list::add);
            Audit.write(sql, tenant, cluster, actor, "console_api_key_issued", id.toString(), meta);
            return new Issued(id, key);
        });
    }

    /// Ends a key of this cluster; false when it has no such key that is live. The function looks among all
    /// clusters, so whose key it is, is asked first, in the same transaction.
    public boolean revoke(UUID cluster, UUID tenant, UUID actor, UUID key) {
        try {
            return Sql.transaction(databases.required(), sql -> {
                boolean ours = sql.first(
                                "select id from queen_proxy.api_keys where id = ? and cluster_id = ? and revoked_at is null",
                                row -> row.id("id"),
                                key,
                                cluster)
                        .isPresent();
                if (ours) {
                    sql.call("select queen_proxy.revoke_api_key(?)", key);
                    Audit.write(sql, tenant, cluster, actor, "console_api_key_revoked", key.toString(), Audit.meta());
                }
                return ours;
            });
        } catch (PxdbException refused) {
            // somebody else was faster
            if (refused.is("QP404")) {
                return false;
            }
            throw refused;
        }
    }
}
