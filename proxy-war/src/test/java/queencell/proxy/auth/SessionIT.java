package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.ClusterHost;
import queencell.proxy.web.People;
import queencell.proxy.web.WebPlane;

/// What a session is good for, and how it ends (proxy console, 7).
class SessionIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final WebPlane PLANE = WebPlane.common();
    private static final People ACME = People.of("acme-session");
    private static final ClusterHost HOST = new ClusterHost(PLANE, ACME);
    private static final String USER = ACME.add("user", "viewer");

    @Test
    void signing_out_ends_the_session_and_every_bearer_made_from_it_at_once() {
        String session = PLANE.sessionOf(USER);
        Answer token = HOST.sessionToken(session).send();
        assertThat(token.header("cache-control")).isEqualTo("no-store");
        assertThat(token.json().path("expires_in").asInt()).isEqualTo(900);
        String bearer = token.json().path("token").asText();
        assertThat(HOST.overview(bearer).send().status()).isEqualTo(200);

        Answer out = HOST.post("/auth/logout").cookie(session).fromOwnPage().send();
        assertThat(out.status()).isEqualTo(200);
        assertThat(out.body()).isEqualTo("{\"ok\":true}");
        assertThat(out.all("set-cookie"))
                .singleElement()
                .satisfies(cookie ->
                        assertThat(cookie).isEqualTo("queen_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"));

        assertThat(HOST.me(session).send().status()).isEqualTo(401);
        assertThat(HOST.sessionToken(session).send().status()).isEqualTo(401);
        assertThat(HOST.overview(session).send().status()).isEqualTo(401);
        assertThat(HOST.overview(bearer).send().status()).isEqualTo(401);
        assertThat(ACME.audited("session_revoked")).isPositive();
        // and another process reads it from the database
        try (var elsewhere = new WebPlane(Map.of())) {
            var there = new ClusterHost(elsewhere, ACME);
            assertThat(there.me(session).send().status()).isEqualTo(401);
            assertThat(there.overview(bearer).send().status()).isEqualTo(401);
        }
    }

    @Test
    void signing_out_is_always_fine_and_a_bearer_can_do_it_too() {
        assertThat(PLANE.post("/auth/logout").send().status()).isEqualTo(200);
        assertThat(PLANE.post("/auth/logout").bearer("nonsense").send().status())
                .isEqualTo(200);
        String session = PLANE.sessionOf(USER);
        HOST.post("/auth/logout").bearer(session).send();
        assertThat(HOST.me(session).send().status()).isEqualTo(401);
    }

    @Test
    void a_session_older_than_the_password_is_over() {
        String email = ACME.add("changed", "viewer");
        String session = PLANE.sessionOf(email);
        SERVER.execute(
                "update queen_proxy.users set password_changed_at = now() + interval '2 seconds' where email = '%s'"
                        .formatted(email));
        assertThat(HOST.me(session).send().status()).isEqualTo(401);
    }

    @Test
    void the_cookie_of_somebody_who_is_gone_makes_no_token_and_leads_to_the_login() {
        String email = ACME.add("gone", "viewer");
        String session = PLANE.sessionOf(email);
        SERVER.value("select queen_proxy.delete_user('%s')".formatted(ACME.idOf(email)));

        assertThat(PLANE.get("/auth/session-token")
                        .host(ACME.host())
                        .cookie(session)
                        .send()
                        .status())
                .isEqualTo(401);
        assertThat(PLANE.get("/")
                        .host(ACME.host())
                        .header("Accept", "text/html")
                        .cookie(session)
                        .send()
                        .header("location"))
                .startsWith("/auth/login");
    }

    @Test
    void a_foreign_page_gets_no_token() {
        String session = PLANE.sessionOf(USER);
        for (String site : List.of("cross-site", "same-site")) {
            assertThat(HOST.sessionToken(session)
                            .header("Sec-Fetch-Site", site)
                            .send()
                            .code())
                    .isEqualTo("csrf_rejected");
        }
        assertThat(HOST.get("/auth/session-token").bearer(session).send().status())
                .isEqualTo(401);
    }

    @Test
    void me_describes_the_session_of_the_browser() {
        var me = PLANE.get("/auth/me")
                .host("shared.test")
                .cookie(PLANE.sessionOf(USER))
                .send()
                .json();
        assertThat(me.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "user_id",
                        "email",
                        "tenant_slug",
                        "is_operator",
                        "operator_enabled",
                        "operator_live",
                        "acting_cluster",
                        "clusters",
                        "act_cluster_header",
                        "role",
                        "cluster");
        assertThat(me.path("acting_cluster").isNull()).isTrue();
        assertThat(me.path("clusters")).hasSize(1);
        assertThat(me.path("clusters").get(0).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("id", "slug", "role", "tenant_slug", "tenant_id", "status", "cell_slug");
        assertThat(HOST.me(PLANE.sessionOf(USER))
                        .send()
                        .json()
                        .path("acting_cluster")
                        .path("slug")
                        .asText())
                .isEqualTo(ACME.slug());
        assertThat(HOST.get("/auth/me").bearer(PLANE.sessionOf(USER)).send().status())
                .isEqualTo(401);
        assertThat(PLANE.get("/auth/me").send().status()).isEqualTo(401);
    }

    @Test
    void me_tells_a_key_what_its_next_request_would_be() {
        String key = ACME.key("qk_test_" + "m".repeat(43), "produce,read");
        var me = HOST.get("/auth/me").bearer(key).send().json();
        assertThat(me.path("principal").asText()).isEqualTo("api_key");
        assertThat(me.path("scopes").toString())
                .isEqualTo("{\"produce\":true,\"consume\":false,\"admin\":false,\"read\":true}");
        assertThat(me.path("cluster").asText()).isEqualTo(ACME.cluster().toString());
        assertThat(me.path("user_id").isNull()).isTrue();
        assertThat(PLANE.get("/auth/me").host("nobody.test").bearer(key).send().status())
                .isEqualTo(421);
        assertThat(PLANE.get("/auth/me").host("shared.test").bearer(key).send().status())
                .isEqualTo(200);
        assertThat(HOST.get("/auth/me").bearer("qk_test_unknown").send().status())
                .isEqualTo(401);
    }

    private static Answer meOfKey(WebPlane on, String host, String key) {
        return on.get("/auth/me").host(host).bearer(key).send();
    }

    @Test
    void me_refuses_a_key_in_the_order_of_the_data_path() {
        People held = People.of("held-session");
        String own = held.key("qk_test_" + "h".repeat(43), "read");
        String foreign = ACME.key("qk_test_" + "f".repeat(43), "read");
        SERVER.value("select queen_proxy.set_cluster_status('%s', 'suspended')".formatted(held.cluster()));

        // a host that is not shielded tells its status before anybody is asked who it is
        for (String key : List.of(own, foreign, "qk_test_unknown")) {
            assertThat(meOfKey(PLANE, held.host(), key).code()).as(key).isEqualTo("cluster_suspended");
        }
        assertThat(meOfKey(PLANE, "shared.test", own).code()).isEqualTo("cluster_suspended");
        try (var shielding =
                new WebPlane(Map.of("QUEEN_PROXY_SHARED_HOSTS", "shared.test", "QUEEN_PROXY_SHIELD", "all"))) {
            assertThat(meOfKey(shielding, held.host(), own).code()).isEqualTo("cluster_suspended");
            assertThat(meOfKey(shielding, held.host(), foreign).code()).isEqualTo("forbidden");
            assertThat(meOfKey(shielding, held.host(), "qk_test_unknown").code())
                    .isEqualTo("unauthorized");
            assertThat(meOfKey(shielding, "nobody.test", "qk_test_unknown").code())
                    .isEqualTo("unauthorized");
            assertThat(meOfKey(shielding, "nobody.test", own).code()).isEqualTo("cluster_unknown");
        }
    }

    @Test
    void where_nobody_is_asked_for_a_credential_me_describes_the_key_that_every_request_is_taken_for() {
        try (var insecure = new WebPlane(Map.of("QUEEN_PROXY_DEV_INSECURE", "true"))) {
            var me = meOfKey(insecure, ACME.host(), "qk_test_anything").json();
            assertThat(me.path("principal").asText()).isEqualTo("api_key");
            assertThat(me.path("cluster").asText()).isEqualTo(ACME.cluster().toString());
            assertThat(me.path("scopes").toString())
                    .isEqualTo("{\"produce\":true,\"consume\":true,\"admin\":true,\"read\":true}");
            assertThat(meOfKey(insecure, "nobody.test", "qk_test_anything").code())
                    .isEqualTo("cluster_unknown");
            assertThat(insecure.get("/auth/me")
                            .host(ACME.host())
                            .bearer("qk_test_anything")
                            .header("x-queen-act-cluster", ACME.slug())
                            .send()
                            .code())
                    .isEqualTo("forbidden");
        }
    }
}
