package queencell.proxy.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.access.Credential;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// The keys of a cluster, for its admins (proxy console, 4.3).
class KeysIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final WebPlane PLANE = WebPlane.common();
    private static final People ACME = People.of("acme-keys");
    private static final People OTHER = People.of("other-keys");

    private static Request call(String method, String path, People people, String email) {
        return PLANE.console(method, path, people, email);
    }

    private static Request asAdmin(String method, String path) {
        return call(method, path, ACME, ACME.admin());
    }

    @Test
    void a_key_is_shown_once_and_known_by_its_hash_only() {
        People people = People.of("keys-console");
        Answer issued = call("POST", "/keys", people, people.admin())
                .json("{\"name\":\" billing-worker \",\"scopes\":[\"read\",\"produce\",\"read\"]}")
                .send();

        assertThat(issued.status()).isEqualTo(200);
        assertThat(issued.header("cache-control")).isEqualTo("no-store");
        String key = issued.json().path("key").asText();
        assertThat(key).matches("qk_live_[A-Za-z0-9_-]{43}");
        assertThat(SERVER.value(
                        "select name || ' ' || scopes::text || ' ' || created_by from queen_proxy.api_keys where key_hash = '%s'"
                                .formatted(Credential.hashOf(key))))
                .isEqualTo("billing-worker {produce,read} " + people.idOf(people.admin()));
        Answer list = call("GET", "/keys", people, people.admin()).send();
        assertThat(list.body()).doesNotContain(key, Credential.hashOf(key));
        // the bootstrap key is the other one
        assertThat(list.json()).hasSize(2);
        assertThat(list.json().get(0).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("id", "name", "scopes", "created_at", "last_used_at", "revoked_at");
        assertThat(people.audited("console_api_key_issued")).isOne();

        String id = issued.json().path("id").asText();
        assertThat(call("DELETE", "/keys/" + id, people, people.admin()).send().body())
                .isEqualTo("{\"ok\":true}");
        assertThat(call("DELETE", "/keys/" + id, people, people.admin()).send().status())
                .isEqualTo(404);
        assertThat(people.audited("console_api_key_revoked")).isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "\"x\"",
                "{",
                "{}",
                "{\"name\":\"k\"}",
                "{\"name\":\"k\",\"scopes\":[]}",
                "{\"name\":\"k\",\"scopes\":\"read\"}",
                "{\"name\":\"k\",\"scopes\":[\"root\"]}",
                "{\"name\":\"k\",\"scopes\":[\"read\",\"READ\"]}",
                "{\"name\":\"k\",\"scopes\":[1]}",
                "{\"name\":\"k\",\"scopes\":null}",
                "{\"name\":\" \\t\",\"scopes\":[\"read\"]}",
                "{\"name\":\"\\u00a0\",\"scopes\":[\"read\"]}",
                "{\"name\":\" \\u200b\\ufeff \",\"scopes\":[\"read\"]}",
                "{\"name\":7,\"scopes\":[\"read\"]}",
                "{\"name\":\"a\\u0000b\",\"scopes\":[\"read\"]}",
                "{\"name\":\"a\\ud800\",\"scopes\":[\"read\"]}",
                "{\"name\":\"k\",\"name\":\"l\",\"scopes\":[\"read\"]}",
                "{\"name\":\"k\",\"scopes\":[\"read\"],\"scopes\":[\"admin\"]}",
                "{\"name\":\"k\",\"scopes\":[\"read\"]} {}"
            })
    void a_body_that_is_not_exactly_right_issues_no_key(String body) {
        Answer answer = asAdmin("POST", "/keys").json(body).send();
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
    }

    @Test
    void a_name_of_201_characters_is_no_name_for_a_key() {
        String body = "{\"name\":\"%s\",\"scopes\":[\"read\"]}";
        assertThat(asAdmin("POST", "/keys")
                        .json(body.formatted("ü".repeat(201)))
                        .send()
                        .status())
                .isEqualTo(400);
        assertThat(asAdmin("POST", "/keys")
                        .json(body.formatted("ü".repeat(200)))
                        .send()
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_key_is_neither_missed_nor_shown_twice_while_others_are_issued_and_revoked() {
        People people = People.of("paged-keys");
        Runnable issue = () -> assertThat(call("POST", "/keys", people, people.admin())
                        .json("{\"name\":\"k\",\"scopes\":[\"read\"]}")
                        .send()
                        .status())
                .isEqualTo(200);
        IntStream.range(0, 6).forEach(_ -> issue.run());
        List<String> before =
                call("GET", "/keys", people, people.admin()).send().json().findValuesAsText("id");
        List<String> seen = new ArrayList<>();
        PLANE.walk("/keys?limit=2", path -> call("GET", path, people, people.admin()), page -> {
            seen.addAll(page.json().findValuesAsText("id"));
            issue.run();
            call("DELETE", "/keys/" + seen.getLast(), people, people.admin()).send();
        });
        assertThat(seen).isEqualTo(before);
    }

    @Test
    void fields_nobody_asked_for_change_nothing() {
        People people = People.of("mass-console");
        Answer issued = call("POST", "/keys", people, people.admin())
                .json("""
                        {"name":"k","scopes":["read"],"cluster_id":"%s","tenant_id":"%s","key_hash":"%s","key":"qk_live_x",
                         "revoked_at":null,"created_by":"%s","id":"%s"}""".formatted(
                                OTHER.cluster(), OTHER.tenant(), "a".repeat(64), UUID.randomUUID(), UUID.randomUUID()))
                .send();
        assertThat(SERVER.value("select cluster_id from queen_proxy.api_keys where id = '%s'"
                        .formatted(issued.json().path("id").asText())))
                .isEqualTo(people.cluster().toString());

        String email = people.add("plain", "none");
        call("POST", "/members", people, people.admin())
                .json(
                        "{\"email\":\"%s\",\"role\":\"viewer\",\"is_operator\":true,\"user_id\":\"%s\",\"cluster_id\":\"%s\"}"
                                .formatted(email, people.idOf(people.admin()), OTHER.cluster()))
                .send();
        assertThat(people.roleOf(email)).isEqualTo("viewer");
        assertThat(SERVER.value(
                        "select count(*) from queen_proxy.users where is_operator and email = '%s'".formatted(email)))
                .isEqualTo("0");
    }

    @Test
    void the_admin_of_one_cluster_cannot_touch_the_keys_and_people_of_another() {
        String foreign =
                SERVER.value("select id from queen_proxy.api_keys where cluster_id = '%s'".formatted(OTHER.cluster()));
        Answer revoked = asAdmin("DELETE", "/keys/" + foreign).send();
        Answer unknown = asAdmin("DELETE", "/keys/" + UUID.randomUUID()).send();
        assertThat(revoked.status()).isEqualTo(404);
        assertThat(revoked.body()).isEqualTo(unknown.body());
        assertThat(SERVER.value(
                        "select revoked_at is null from queen_proxy.api_keys where id = '%s'".formatted(foreign)))
                .isEqualTo("t");
        assertThat(asAdmin("DELETE", "/keys/1-1-1-1-1").send().status()).isEqualTo(400);
        assertThat(asAdmin("GET", "/keys?limit=5&after=" + foreign).send().json())
                .isEmpty();

        Answer stranger = asAdmin("POST", "/members")
                .json("{\"email\":\"%s\",\"role\":\"viewer\"}".formatted(OTHER.admin()))
                .send();
        Answer nobody = asAdmin("POST", "/members")
                .json("{\"email\":\"nobody@nowhere.example\",\"role\":\"viewer\"}")
                .send();
        assertThat(stranger.status()).isEqualTo(404);
        assertThat(stranger.body()).isEqualTo(nobody.body());
        assertThat(asAdmin("DELETE", "/members")
                        .json("{\"email\":\"%s\"}".formatted(OTHER.admin()))
                        .send()
                        .body())
                .isEqualTo(nobody.body());
    }
}
