package queencell.proxy.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.HeardLog;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// The operators' surface over a real database (proxy console, 10).
class OperatorIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final People ACME = People.of("acme-operator");
    private static final People ELSEWHERE = People.of("elsewhere-operator");
    private static final String OPERATOR = ACME.asOperator(ACME.add("operator", "none"));
    private static WebPlane plane;

    @BeforeAll
    static void open() {
        plane = new WebPlane(Map.of("QUEEN_PROXY_OPERATOR_ENABLED", "true"));
    }

    @AfterAll
    static void close() {
        plane.close();
    }

    private static Request call(String method, String path) {
        return plane.request(method, "/api/operator" + path).host(ACME.host()).bearer(plane.sessionOf(OPERATOR));
    }

    private static String draft(People people, String name, String provider, String password) {
        return """
                {"tenant_id":"%s","email":"%s@%s.example","name":"New One","provider":"%s","password":%s,"cluster_id":"%s",
                 "role":"producer"}""".formatted(people.tenant(), name, people.slug(), provider, password, people.cluster());
    }

    @Test
    void an_operator_is_admin_of_every_cluster_and_may_be_told_apart_by_me() {
        JsonNode me = plane.get("/auth/me")
                .host(ELSEWHERE.host())
                .cookie(plane.sessionOf(OPERATOR))
                .send()
                .json();
        assertThat(me.path("is_operator").asBoolean()).isTrue();
        assertThat(me.path("operator_live").asBoolean()).isTrue();
        assertThat(me.path("acting_cluster").path("slug").asText()).isEqualTo(ELSEWHERE.slug());
        assertThat(me.path("clusters").findValuesAsText("slug")).contains(ACME.slug(), ELSEWHERE.slug());
        assertThat(plane.get("/api/console/keys")
                        .host(ELSEWHERE.host())
                        .bearer(plane.sessionOf(OPERATOR))
                        .send()
                        .status())
                .isEqualTo(200);
    }

    /// The data path tells it there, and dashboards filter on the target (pipeline, 17).
    @Test
    void the_access_of_an_operator_must_show_where_it_is_looked_for() {
        try (var log = new HeardLog();
                var fresh = new WebPlane(Map.of("QUEEN_PROXY_OPERATOR_ENABLED", "true"))) {
            fresh.get("/api/operator/users")
                    .host(ACME.host())
                    .bearer(fresh.sessionOf(OPERATOR))
                    .send();

            assertThat(log.lines("operator_access"))
                    .singleElement()
                    .asString()
                    .contains(" auth ", "cluster=" + ACME.slug(), "suppressed=0");
        }
    }

    @Test
    void the_list_ends_at_the_cell() {
        JsonNode list = call("GET", "/users").send().json();
        assertThat(list.fieldNames()).toIterable().containsExactly("cell", "tenants", "clusters", "users");
        assertThat(list.path("cell").path("slug").asText()).isEqualTo("cell-acme-operator");
        assertThat(list.path("clusters").findValuesAsText("slug")).containsExactly(ACME.slug());
        assertThat(list.path("tenants").findValuesAsText("slug")).containsExactly("t-acme-operator");
        assertThat(list.path("users").findValuesAsText("email"))
                .contains(ACME.admin(), OPERATOR)
                .doesNotContain(ELSEWHERE.admin())
                .isSorted();
        JsonNode admin = list.path("users").get(0);
        assertThat(admin.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "id",
                        "email",
                        "name",
                        "tenant_id",
                        "tenant_slug",
                        "is_operator",
                        "has_local_password",
                        "created_at",
                        "last_login_at",
                        "roles");
        assertThat(admin.path("roles").get(0).fieldNames())
                .toIterable()
                .containsExactly("cluster_id", "cluster_slug", "role");

        Answer page = call("GET", "/users?limit=1").send();
        assertThat(page.json().path("users")).hasSize(1);
        assertThat(page.header("link")).endsWith("rel=\"next\"");
    }

    @Test
    void nobody_is_missed_or_shown_twice_while_others_are_created_and_deleted() {
        People people = People.of("paged-operator");
        for (String name : List.of("c", "e", "g", "i", "k")) {
            people.add(name, "viewer");
        }
        List<String> seen = new ArrayList<>();
        plane.walk(
                "/users?limit=2",
                path -> plane.get("/api/operator" + path).host(people.host()).bearer(plane.sessionOf(OPERATOR)),
                page -> {
                    seen.addAll(page.json().path("users").findValuesAsText("email"));
                    // whoever stands at the end of the page is deleted, and others come before and behind
                    SERVER.value("select queen_proxy.delete_user('%s')".formatted(people.idOf(seen.getLast())));
                    people.add("a" + seen.size(), "none");
                    people.add("z" + seen.size(), "none");
                });
        assertThat(seen.stream().map(email -> email.replaceFirst("@.*", "")))
                .startsWith("admin", "c", "e", "g", "i", "k")
                .doesNotHaveDuplicates()
                .noneMatch(name -> name.matches("a\\d+"));
        assertThat(call("GET", "/users?limit=2&after=nobody").send().code()).isEqualTo("invalid_request");
    }

    @Test
    void a_user_is_made_whole_or_not_at_all() {
        Answer created = call("POST", "/users")
                .json(draft(ACME, "made", "local", "\"a long password\""))
                .send();
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.json().fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("id", "email", "name", "tenant_id", "cluster_id", "role");
        assertThat(ACME.roleOf("made@acme-operator.example")).isEqualTo("producer");
        assertThat(SERVER.value(
                        "select password_hash from queen_proxy.users where email = 'made@acme-operator.example'"))
                .startsWith("$2b$12$");
        assertThat(ACME.audited("operator_user_created")).isPositive();
        assertThat(
                        SERVER.value(
                                "select count(*) from queen_proxy.operations where meta::text like '%long password%' or meta::text like '%$2b$%'"))
                .isEqualTo("0");

        int users = Integer.parseInt(SERVER.value("select count(*) from queen_proxy.users"));
        assertThat(call("POST", "/users")
                        .json(draft(ACME, "made", "google", "null"))
                        .send()
                        .code())
                .isEqualTo("conflict");
        assertThat(call("POST", "/users")
                        .json(draft(ELSEWHERE, "x", "google", "null"))
                        .send()
                        .status())
                .isEqualTo(404);
        String mixed = draft(ACME, "x", "google", "null")
                .replace(ACME.cluster().toString(), ELSEWHERE.cluster().toString());
        assertThat(call("POST", "/users").json(mixed).send().status()).isEqualTo(404);
        assertThat(SERVER.value("select count(*) from queen_proxy.users")).isEqualTo(Integer.toString(users));
    }

    @Test
    void a_password_of_more_than_72_bytes_or_less_than_12_is_not_set() {
        for (String password : List.of("x".repeat(73), "ü".repeat(37), "x".repeat(10_000), "x".repeat(11), "")) {
            Answer answer = call("POST", "/users")
                    .json(draft(ACME, "long", "local", "\"" + password + "\""))
                    .send();
            assertThat(answer.status()).as("%d characters", password.length()).isEqualTo(400);
            assertThat(answer.body()).contains("12 to 72");
        }
        assertThat(call("POST", "/users")
                        .json(draft(ACME, "long", "google", "\"a long password\""))
                        .send()
                        .status())
                .isEqualTo(400);
        assertThat(call("POST", "/users")
                        .json(draft(ACME, "long", "google", "\"\""))
                        .send()
                        .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant_id", "email", "name", "provider", "cluster_id", "role"})
    void every_field_is_needed_and_judged(String field) {
        String good = draft(ACME, "judged", "google", "null");
        String without = good.replace("\"" + field + "\"", "\"other\"");
        String wrong = good.replaceFirst("\"%s\":\"[^\"]*\"".formatted(field), "\"%s\":\" \"".formatted(field));
        String typed = good.replaceFirst("\"%s\":\"[^\"]*\"".formatted(field), "\"%s\":[]".formatted(field));
        String invisible =
                good.replaceFirst("\"%s\":\"[^\"]*\"".formatted(field), "\"%s\":\"\u200b\"".formatted(field));
        for (String body : List.of(without, wrong, typed, invisible)) {
            assertThat(call("POST", "/users").json(body).send().code()).as(body).isEqualTo("invalid_request");
        }
    }

    @Test
    void nobody_becomes_operator_by_what_a_body_says() {
        String body = draft(ACME, "climber", "google", "null")
                .replace("{\"tenant_id\"", "{\"is_operator\":true,\"tenant_id\"");
        assertThat(call("POST", "/users").json(body).send().status()).isEqualTo(201);
        assertThat(SERVER.value(
                        "select is_operator from queen_proxy.users where email = 'climber@acme-operator.example'"))
                .isEqualTo("f");
    }

    @Test
    void a_name_is_changed_once_and_only_here() {
        String email = ACME.add("named", "viewer");
        String id = ACME.idOf(email);
        int before = ACME.audited("operator_user_updated");
        assertThat(call("PATCH", "/users/" + id)
                        .json("{\"name\":\" Ada \"}")
                        .send()
                        .body())
                .isEqualTo("{\"ok\":true,\"id\":\"%s\",\"name\":\"Ada\"}".formatted(id));
        assertThat(call("PATCH", "/users/" + id)
                        .json("{\"name\":\"Ada\"}")
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(ACME.audited("operator_user_updated")).isEqualTo(before + 1);
        assertThat(call("PATCH", "/users/" + ELSEWHERE.idOf(ELSEWHERE.admin()))
                        .json("{\"name\":\"Ada\"}")
                        .send()
                        .status())
                .isEqualTo(404);
        for (String invisible : List.of("\\u00a0", "\\u200b\\u2060", "\\u0085 \\u202f")) {
            Answer answer = call("PATCH", "/users/" + id)
                    .json("{\"name\":\"%s\"}".formatted(invisible))
                    .send();
            assertThat(answer.status()).as(invisible).isEqualTo(400);
            assertThat(answer.body()).contains("can be seen");
        }
        assertThat(call("PATCH", "/users/" + id)
                        .json("{\"name\":\"%s\"}".formatted("x".repeat(161)))
                        .send()
                        .status())
                .isEqualTo(400);
    }

    @Test
    void roles_are_given_and_taken_inside_the_cell_and_the_last_admin_stays() {
        String email = ACME.add("seated", "none");
        String path = "/users/%s/roles/%s".formatted(ACME.idOf(email), ACME.cluster());
        assertThat(call("PUT", path).json("{\"role\":\"consumer\"}").send().body())
                .isEqualTo("{\"ok\":true,\"role\":\"consumer\"}");
        assertThat(call("PUT", path).json("{\"role\":\"viewer\"}").send().status())
                .isEqualTo(200);
        assertThat(SERVER.value(
                        "select meta ->> 'previous_role' from queen_proxy.operations where action = 'operator_role_granted'"
                                + " and target = '%s' and meta ->> 'role' = 'viewer'".formatted(ACME.idOf(email))))
                .isEqualTo("consumer");
        assertThat(call("DELETE", path).send().body()).isEqualTo("{\"ok\":true,\"role\":null}");
        assertThat(call("DELETE", path).send().status()).isEqualTo(404);

        String admin = "/users/%s/roles/%s".formatted(ACME.idOf(ACME.admin()), ACME.cluster());
        assertThat(call("PUT", admin).json("{\"role\":\"viewer\"}").send().status())
                .isEqualTo(400);
        assertThat(call("DELETE", admin).send().status()).isEqualTo(400);

        for (String foreign : List.of(
                "/users/%s/roles/%s".formatted(ELSEWHERE.idOf(ELSEWHERE.admin()), ELSEWHERE.cluster()),
                "/users/%s/roles/%s".formatted(ACME.idOf(email), ELSEWHERE.cluster()),
                "/users/%s/roles/%s".formatted(ELSEWHERE.idOf(ELSEWHERE.admin()), ACME.cluster()),
                "/users/%s/roles/%s".formatted(UUID.randomUUID(), ACME.cluster()))) {
            assertThat(call("PUT", foreign).json("{\"role\":\"admin\"}").send().status())
                    .as(foreign)
                    .isEqualTo(404);
        }
    }
}
