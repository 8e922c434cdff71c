package queencell.proxy.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// Who may call the console API, and what everybody else learns: nothing (proxy console, 3 and 17).
class ConsoleOrderIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final WebPlane PLANE = WebPlane.common();
    private static final People ACME = People.of("acme-console");
    private static final People OTHER = People.of("other-console");

    private static Request call(String method, String path, People people, String email) {
        return PLANE.console(method, path, people, email);
    }

    private static Request asAdmin(String method, String path) {
        return call(method, path, ACME, ACME.admin());
    }

    @Test
    void the_order_of_refusals_tells_a_stranger_nothing() {
        String outsider = OTHER.add("outsider", "admin");
        String gone = ACME.add("gone", "none");
        String goneToken = PLANE.sessionOf(gone);
        SERVER.value("select queen_proxy.delete_user('%s')".formatted(ACME.idOf(gone)));
        String key = ACME.key("qk_test_" + "k".repeat(43), "admin");

        assertThat(PLANE.get("/api/console/overview").host("nobody.test").send().status())
                .isEqualTo(421);
        Answer broken =
                PLANE.post("/api/console/keys").host(ACME.host()).json("{").send();
        assertThat(broken.status()).isEqualTo(401);
        assertThat(broken.code()).isEqualTo("unauthorized");
        // what is no address at all is judged behind the same door
        for (String target : List.of("/api/console/%zz", "/api/console/keys|")) {
            assertThat(PLANE.get(target).host(ACME.host()).send().code())
                    .as(target)
                    .isEqualTo("unauthorized");
            assertThat(asAdmin("GET", target.substring("/api/console".length()))
                            .send()
                            .code())
                    .as(target)
                    .isEqualTo("not_found");
        }
        assertThat(PLANE.get("/api/console/overview")
                        .host(ACME.host())
                        .bearer(key)
                        .send()
                        .code())
                .isEqualTo("forbidden");
        assertThat(call("GET", "/overview", ACME, outsider).send().status()).isEqualTo(403);
        assertThat(PLANE.get("/api/console/overview")
                        .host(ACME.host())
                        .bearer(goneToken)
                        .send()
                        .status())
                .isEqualTo(401);
        for (String role : List.of("producer", "consumer", "viewer")) {
            String email = ACME.add("low-" + role, role);
            assertThat(call("GET", "/overview", ACME, email)
                            .send()
                            .json()
                            .path("role")
                            .asText())
                    .isEqualTo(role);
            assertThat(call("GET", "/usage", ACME, email).send().status()).isEqualTo(200);
            assertThat(call("GET", "/keys", ACME, email).send().code()).isEqualTo("forbidden");
            assertThat(call("POST", "/members", ACME, email).json("{").send().code())
                    .isEqualTo("forbidden");
        }
    }

    @Test
    void a_suspended_cluster_answers_nobody_but_says_so_to_its_own_people_only() {
        People people = People.of("suspended-console");
        SERVER.value("select queen_proxy.set_cluster_status('%s', 'suspended')".formatted(people.cluster()));

        assertThat(call("GET", "/overview", people, people.admin()).send().code())
                .isEqualTo("cluster_suspended");
        assertThat(call("POST", "/keys", people, people.admin())
                        .json("{}")
                        .send()
                        .code())
                .isEqualTo("cluster_suspended");
        assertThat(PLANE.get("/api/console/overview").host(people.host()).send().code())
                .isEqualTo("unauthorized");
        assertThat(call("GET", "/overview", people, OTHER.admin()).send().code())
                .isEqualTo("forbidden");
    }

    @Test
    void acting_as_a_foreign_cluster_and_as_one_that_does_not_exist_look_the_same() {
        List<Answer> answers = new ArrayList<>();
        for (String named : List.of(
                OTHER.slug(),
                OTHER.cluster().toString(),
                "no-such-cluster",
                UUID.randomUUID().toString(),
                "'; drop")) {
            answers.add(PLANE.get("/api/console/overview")
                    .host("shared.test")
                    .bearer(PLANE.sessionOf(ACME.admin()))
                    .header("X-Queen-Act-Cluster", named)
                    .send());
        }
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).isEqualTo(answers.getFirst().body());
            assertThat(answer.headers().keySet())
                    .isEqualTo(answers.getFirst().headers().keySet());
        });
    }

    /// Whoever is gone must sign in again; the name of a cluster that exists would tell him so, too.
    @Test
    void a_session_of_somebody_who_is_gone_must_not_learn_which_clusters_there_are() {
        String gone = ACME.add("gone-and-asking", "none");
        String token = PLANE.sessionOf(gone);
        SERVER.value("select queen_proxy.delete_user('%s')".formatted(ACME.idOf(gone)));
        for (String host : List.of("shared.test", ACME.host())) {
            for (String named : List.of(OTHER.slug(), "no-such-cluster", ACME.slug(), "")) {
                Answer answer = PLANE.get("/api/console/overview")
                        .host(host)
                        .bearer(token)
                        .header("x-queen-act-cluster", named)
                        .send();
                assertThat(answer.code()).as(host + " as " + named).isEqualTo("unauthorized");
            }
        }
    }

    /// Behind a wildcard name, 401 here and 421 there would be a list of the clusters.
    @Test
    void a_shielded_host_must_tell_a_stranger_of_no_cluster() throws IOException {
        try (var shielding =
                new WebPlane(Map.of("QUEEN_PROXY_SHARED_HOSTS", "shared.test", "QUEEN_PROXY_SHIELD", "all"))) {
            for (String shown : List.of("", "qk_test_unknown", "no-token")) {
                for (String host : List.of(ACME.host(), "nobody.test", "shared.test")) {
                    Request request = shielding.get("/api/console/overview").host(host);
                    Answer answer = (shown.isEmpty() ? request : request.bearer(shown)).send();
                    assertThat(answer.code()).as(host + " with " + shown).isEqualTo("unauthorized");
                }
            }
            Request known = shielding.get("/api/console/overview").bearer(shielding.sessionOf(ACME.admin()));
            assertThat(known.host("nobody.test").send().code()).isEqualTo("cluster_unknown");
            assertThat(known.host(ACME.host()).send().status()).isEqualTo(200);
        }
    }

    @Test
    void a_shared_host_needs_a_name_and_a_session() {
        assertThat(PLANE.get("/api/console/overview").host("shared.test").send().status())
                .isEqualTo(401);
        Request unnamed = PLANE.get("/api/console/overview").host("shared.test").bearer(PLANE.sessionOf(ACME.admin()));
        assertThat(unnamed.send().status()).isEqualTo(403);
        for (String name :
                List.of(ACME.slug(), ACME.slug().toUpperCase(), ACME.cluster().toString())) {
            Answer answer = PLANE.get("/api/console/overview")
                    .host("shared.test:6711")
                    .bearer(PLANE.sessionOf(ACME.admin()))
                    .header("x-queen-act-cluster", name)
                    .send();
            assertThat(answer.json().path("slug").asText()).isEqualTo(ACME.slug());
        }
    }

    @Test
    void on_a_clusters_own_host_the_header_may_only_confirm_it() {
        assertThat(asAdmin("GET", "/overview")
                        .header("x-queen-act-cluster", ACME.slug())
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(asAdmin("GET", "/overview")
                        .header("x-queen-act-cluster", OTHER.slug())
                        .send()
                        .code())
                .isEqualTo("forbidden");
        assertThat(PLANE.get("/api/console/overview")
                        .host(ACME.host())
                        .header("x-queen-act-cluster", OTHER.slug())
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void json_for_people_is_never_kept_by_a_cache() {
        Answer answer = asAdmin("GET", "/overview").send();
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.header("x-frame-options")).isEqualTo("DENY");
        assertThat(answer.header("content-security-policy")).contains("frame-ancestors 'none'");
        assertThat(answer.header("referrer-policy")).isEqualTo("same-origin");
        assertThat(PLANE.get("/api/console/overview").host(ACME.host()).send().header("cache-control"))
                .isEqualTo("no-store");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /api/console/tenants",
                "POST /api/console/clusters",
                "PUT /api/console/plan",
                "PATCH /api/console/overview",
                "POST /api/console/operator",
                "POST /auth/register",
                "POST /auth/password",
                "GET /api/console/operations"
            })
    void what_the_console_leaves_out_on_purpose_is_not_there(String line) {
        String[] parts = line.split(" ");
        Answer answer = PLANE.request(parts[0], parts[1])
                .host(ACME.host())
                .bearer(PLANE.sessionOf(ACME.admin()))
                .send();
        assertThat(answer.status()).isIn(404, 405);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%61pi/console/overview",
                "//api/console/overview",
                "/api%2fconsole/overview",
                "/./api/console/overview",
                "/auth/../api/console/overview",
                "/%2e%2e/api/console/overview",
                "/data"
            })
    void a_path_that_only_decodes_to_one_of_ours_is_none(String path) {
        Answer answer = PLANE.get(path)
                .host(ACME.host())
                .bearer(PLANE.sessionOf(ACME.admin()))
                .send();
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).doesNotContain(ACME.slug());
    }
}
