package queencell.proxy.access;

import static queencell.log.Field.field;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import queencell.log.EventLog;
import queencell.proxy.database.Databases;
import queencell.proxy.database.PxdbException;
import queencell.proxy.database.Sql;
import queencell.signin.EmailAddress;
import queencell.signin.ProviderAccount;

/// Finds people as they sign in, and notes that they did (proxy console, 5 to 7). Blocks; needs a database.
public final class Users {
    private static final EventLog LOG = EventLog.of("auth");

    private final Databases databases;

    /// @param passwordHash empty where there is no local login
    public record Login(UUID user, Optional<String> passwordHash) {
        @Override
        public String toString() {
            return "Login[" + user + "]";
        }
    }

    /// @param operator the stored bit, whatever the cell allows
    public record Profile(String email, String tenantSlug, boolean operator) {}

    /// Who signs up by himself, and as what (6.5).
    ///
    /// @param tenant slug
    public record Provisioning(String tenant, Role role) {}

    /// How an outside account led to a person.
    public enum Way {
        /// It was known already.
        IDENTIFIED,
        /// By its address, and from now on it is known.
        LINKED,
        /// It made the person.
        SIGNED_UP
    }

    public sealed interface Arrival {
        record Known(UUID user, Way way) implements Arrival {}

        /// 403 `not_provisioned`.
        record Stranger() implements Arrival {}

        /// 500: strangers are to be taken in, but the tenant that is to take them does not exist.
        record NoTenant() implements Arrival {}
    }

    public Users(Databases databases) {
        this.databases = databases;
    }

    public Optional<Login> login(EmailAddress email) {
        return Sql.question(
                databases.required(),
                sql -> sql.first(
                        "select id, password_hash from queen_proxy.users where email = ?",
                        row -> new Login(row.id("id"), row.optionalText("password_hash")),
                        email.folded()));
    }

    /// Empty if the person is gone.
    public Optional<Profile> profile(UUID user) {
        return Sql.question(
                databases.required(),
                sql -> sql.first(
                        "select u.email, t.slug, u.is_operator from queen_proxy.users u"
                                + " join queen_proxy.tenants t on t.id = u.tenant_id where u.id = ?",
                        row -> new Profile(row.text("email"), row.text("slug"), row.flag("is_operator")),
                        user));
    }

    /// What the person may do, by cluster.
    public Map<UUID, Role> roles(UUID user) {
        Map<UUID, Role> roles = new LinkedHashMap<>();
        Sql.question(
                        databases.required(),
                        sql -> sql.list(
                                "select cluster_id, role from queen_proxy.cluster_roles where user_id = ?",
                                row -> Map.entry(row.id("cluster_id"), row.text("role")),
                                user))
                .forEach(entry -> Role.parse(entry.getValue()).ifPresent(role -> roles.put(entry.getKey(), role)));
        return roles;
    }

    public void recordLogin(UUID user) {
        Sql.transaction(databases.required(), sql -> {
            sql.call("select queen_proxy.record_user_login(?)", user);
            return true;
        });
    }

    /// Finds the person behind an outside account: by identity, else by address, which is then tied to the account,
    /// else as somebody new where strangers are taken in (6.5).
    public Arrival arrive(ProviderAccount account, Optional<Provisioning> provisioning) {
        return known(account)
                .or(() -> provisioning.map(how -> provisioned(account, how)))
                .orElseGet(Arrival.Stranger::new);
    }

    private Optional<Arrival> known(ProviderAccount account) {
        return identified(account)
                .map(user -> new Arrival.Known(user, Way.IDENTIFIED))
                .or(() -> linked(account).map(user -> new Arrival.Known(user, Way.LINKED)))
                .map(Arrival.class::cast);
    }

    private Optional<UUID> identified(ProviderAccount account) {
        return Sql.question(databases.required(), sql -> identified(sql, account));
    }

    private static Optional<UUID> identified(Sql sql, ProviderAccount account) throws SQLException {
        return sql.first(
                "select user_id from queen_proxy.identities where provider = ? and provider_id = ?",
                row -> row.id("user_id"),
                account.provider().wireName(),
                account.id());
    }

    private Optional<UUID> linked(ProviderAccount account) {
        return Sql.transaction(databases.required(), sql -> {
            Optional<UUID> user = sql.first(
                    "select id from queen_proxy.users where email = ?",
                    row -> row.id("id"),
                    account.email().folded());
            if (user.isEmpty()) {
                return user;
            }
            sql.call(
                    "select queen_proxy.link_identity(?, ?, ?, ?)",
                    user.get(),
                    account.provider().wireName(),
                    account.id(),
                    account.email().folded());
            // whoever was tied to it first, which may have been somebody else a moment ago
            return identified(sql, account);
        });
    }

    private Arrival provisioned(ProviderAccount account, Provisioning how) {
        try {
            Signup signup = Sql.transaction(databases.required(), sql -> signUp(sql, account, how));
            if (signup.clusters() == 0) {
                LOG.warn("signup_without_cluster", field("user", signup.user()), field("tenant", how.tenant()));
            }
            return new Arrival.Known(signup.user(), Way.SIGNED_UP);
        } catch (PxdbException refused) {
            if (refused.is("QP404")) {
                return new Arrival.NoTenant();
            }
            // suspended, or on its way out: nobody is taken in there
            if (refused.is("QP409")) {
                return new Arrival.Stranger();
            }
            // the same person came twice at once: the other one made the account
            if (refused.is("23505")) {
                return known(account).orElseThrow(() -> refused);
            }
            throw refused;
        }
    }

    /// @param clusters on which the new person got a role
    private record Signup(UUID user, long clusters) {}

    private static Signup signUp(Sql sql, ProviderAccount account, Provisioning how) throws SQLException {
        return sql.first(
                        "select (made ->> 'user_id')::uuid as id, (made ->> 'clusters_granted')::bigint as clusters"
                                + " from queen_proxy.provision_oauth_user(?, ?, ?, ?, ?) made",
                        row -> new Signup(row.id("id"), row.number("clusters")),
                        how.tenant(),
                        account.email().folded(),
                        account.provider().wireName(),
                        account.id(),
                        how.role().wireName())
                .orElseThrow();
    }
}
