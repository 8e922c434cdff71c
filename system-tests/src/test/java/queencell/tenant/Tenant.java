package queencell.tenant;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import queencell.http.Answer;
import queencell.http.Request;
import queencell.proxy.ProxyProcess;

/// A tenant with one cluster, and the key its requests carry.
///
/// @param adminUser a person with the role admin on the cluster
/// @param key opens everything of this cluster, unless narrowed with [#as]
public record Tenant(
        ControlPlane control, ProxyProcess proxy, String slug, UUID id, UUID cluster, UUID adminUser, String key) {

    public String host() {
        return slug + ".cell.test";
    }

    /// The same tenant at another proxy.
    public Tenant through(ProxyProcess other) {
        return new Tenant(control, other, slug, id, cluster, adminUser, key);
    }

    /// The same tenant with another key.
    public Tenant as(String otherKey) {
        return new Tenant(control, proxy, slug, id, cluster, adminUser, otherKey);
    }

    /// One more key of this cluster.
    public String issueKey(String... scopes) {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        String plain = "qk_test_" + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        control.one(
                "select queen_proxy.issue_api_key(?::uuid, ?, ?, string_to_array(?, ','))::text",
                cluster.toString(),
                "key " + plain.substring(8, 16),
                hash(plain),
                String.join(",", scopes));
        return plain;
    }

    public void revoke(String plainKey) {
        control.one("""
                select queen_proxy.revoke_api_key(id)::text from queen_proxy.api_keys where key_hash = ?""", hash(plainKey));
    }

    public void clusterStatus(String status) {
        control.one("select queen_proxy.set_cluster_status(?::uuid, ?)::text", cluster.toString(), status);
    }

    public void tenantStatus(String status) {
        control.one("select queen_proxy.set_tenant_status(?::uuid, ?)::text", id.toString(), status);
    }

    /// A person of this tenant with a role on its cluster.
    public UUID person(String role) {
        String email = role + "-" + Long.toString(System.nanoTime(), 36) + "@" + slug + ".test";
        String user = control.one(
                "select queen_proxy.create_user(?::uuid, ?, null, 'local')::text", id.toString(), email);
        control.one("select queen_proxy.grant_cluster_role(?::uuid, ?, ?)::text", cluster.toString(), email, role);
        return UUID.fromString(user);
    }

    /// The tenant of this cluster as the broker knows it.
    public String brokerTenant() {
        return control.one(
                "select broker_tenant_uuid::text from queen_proxy.clusters where id = ?::uuid", cluster.toString());
    }

    /// A request with host and key of this tenant.
    public Request request(String method, String target) {
        return anonymous(method, target).bearer(key);
    }

    /// A request with the host of this tenant alone.
    public Request anonymous(String method, String target) {
        return proxy.request(method, target).host(host());
    }

    public Answer get(String target) {
        return request("GET", target).send();
    }

    public Answer delete(String target) {
        return request("DELETE", target).send();
    }

    public Answer post(String target, String json) {
        return request("POST", target).json(json).send();
    }

    public Push push(String queue) {
        return new Push(this, queue);
    }

    /// Pops without waiting, from the oldest message on.
    public Answer pop(String queue, String group) {
        return get("/api/v1/pop/queue/%s?consumerGroup=%s&subscriptionMode=all&batch=100".formatted(queue, group));
    }

    @Override
    public String toString() {
        return "Tenant[" + slug + "]";
    }

    private static String hash(String key) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
