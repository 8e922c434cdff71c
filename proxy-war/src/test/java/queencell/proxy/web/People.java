package queencell.proxy.web;

import com.password4j.BcryptFunction;
import com.password4j.types.Bcrypt;
import java.util.UUID;
import queencell.proxy.database.PxdbServer;

/// A tenant with one cluster and its people, made for one test: nothing of another test is in the way.
///
/// @param slug of the cluster; its host is `<slug>.test`
public record People(String slug, UUID cluster) {
    public static final String PASSWORD = "correct horse battery";

    private static final PxdbServer SERVER = PxdbServer.running();
    // cheap to make; comparing it costs what every comparison does
    private static final String HASH =
            BcryptFunction.getInstance(Bcrypt.B, 4).hash(PASSWORD).getResult();

    /// With `admin@<slug>.example`.
    public static People of(String slug) {
        return new People(slug, SERVER.cluster(slug));
    }

    public String admin() {
        return "admin@" + slug + ".example";
    }

    public String host() {
        return slug + ".test";
    }

    /// One more of the tenant, with the password; a role of `none` is none.
    public String add(String name, String role) {
        String email = name + "@" + slug + ".example";
        SERVER.value(
                "select queen_proxy.create_user(tenant_id, '%s', '%s', 'local') from queen_proxy.clusters where id = '%s'"
                        .formatted(email, HASH, cluster));
        if (!role.equals("none")) {
            SERVER.value("select queen_proxy.grant_cluster_role('%s', '%s', '%s')".formatted(cluster, email, role));
        }
        return email;
    }

    /// Somebody of the tenant, who runs the cell as well from now on.
    public String asOperator(String email) {
        SERVER.value("select queen_proxy.set_operator('%s', true)".formatted(email));
        return email;
    }

    /// An API key with these scopes.
    public String key(String plain, String scopes) {
        SERVER.value("select queen_proxy.issue_api_key('%s', 'test', encode(sha256('%s'::bytea), 'hex'), '{%s}')"
                .formatted(cluster, plain, scopes));
        return plain;
    }

    public String tenant() {
        return SERVER.value("select tenant_id from queen_proxy.clusters where id = '%s'".formatted(cluster));
    }

    public String idOf(String email) {
        return SERVER.value("select id from queen_proxy.users where email = '%s'".formatted(email));
    }

    public String roleOf(String email) {
        return SERVER.value(
                "select r.role from queen_proxy.cluster_roles r join queen_proxy.users u on u.id = r.user_id"
                        + " where u.email = '%s' and r.cluster_id = '%s'".formatted(email, cluster));
    }

    /// How often this was audited for the tenant.
    public int audited(String action) {
        return Integer.parseInt(
                SERVER.value("select count(*) from queen_proxy.operations where tenant_id = '%s' and action = '%s'"
                        .formatted(tenant(), action)));
    }
}
