package queencell.proxy.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import queencell.proxy.HeardLog;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// Whatever is changed is written down with the person who asked for it, or is not changed at all (proxy console,
/// 15).
class AuditIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static WebPlane plane;

    /// A cluster with an admin, who is operator as well, and a member.
    private record Scene(People people, String member) {
        static Scene of(String action) {
            People people = People.of("audit-" + action.replace('_', '-'));
            people.asOperator(people.admin());
            return new Scene(people, people.add("member", "viewer"));
        }

        Request console(String method, String path) {
            return plane.console(method, path, people, people.admin());
        }

        Request operator(String method, String path) {
            return plane.request(method, "/api/operator/users" + path)
                    .host(people.host())
                    .bearer(plane.sessionOf(people.admin()));
        }

        String memberAsJson() {
            return "{\"email\":\"%s\",\"role\":\"producer\"}".formatted(member);
        }

        String memberPath() {
            return "/" + people.idOf(member);
        }

        String rolePath() {
            return memberPath() + "/roles/" + people.cluster();
        }

        String someKey() {
            return SERVER.value(
                    "select id from queen_proxy.api_keys where cluster_id = '%s' limit 1".formatted(people.cluster()));
        }

        String draft() {
            return """
                    {"tenant_id":"%s","email":"new@%s.example","name":"New","provider":"google","cluster_id":"%s",
                     "role":"viewer"}""".formatted(people.tenant(), people.slug(), people.cluster());
        }

        /// Everything that the calls below can change, and how often something was written down.
        String state() {
            return SERVER.value("""
                    select concat_ws(' / ',
                      (select string_agg(concat(id, name), ',' order by id) from queen_proxy.users where tenant_id = '%1$s'),
                      (select string_agg(concat(user_id, role), ',' order by user_id) from queen_proxy.cluster_roles
                        where cluster_id = '%2$s'),
                      (select string_agg(concat(id, revoked_at), ',' order by id) from queen_proxy.api_keys
                        where cluster_id = '%2$s'),
                      (select count(*) from queen_proxy.operations where tenant_id = '%1$s'))
                    """.formatted(people.tenant(), people.cluster()));
        }
    }

    @BeforeAll
    static void open() {
        plane = new WebPlane(Map.of("QUEEN_PROXY_OPERATOR_ENABLED", "true"));
        SERVER.execute("""
                create function public.no_audit() returns trigger language plpgsql as
                $$ begin raise exception 'nothing can be written down'; end $$""");
    }

    @AfterAll
    static void close() {
        SERVER.execute("drop function public.no_audit()");
        plane.close();
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change(
                        "console_api_key_issued",
                        "key_issued",
                        scene -> scene.console("POST", "/keys").json("{\"name\":\"k\",\"scopes\":[\"read\"]}")),
                change(
                        "console_api_key_revoked",
                        "key_revoked",
                        scene -> scene.console("DELETE", "/keys/" + scene.someKey())),
                change(
                        "console_member_granted",
                        "member_granted",
                        scene -> scene.console("POST", "/members").json(scene.memberAsJson())),
                change(
                        "console_member_revoked",
                        "member_revoked",
                        scene -> scene.console("DELETE", "/members").json(scene.memberAsJson())),
                change(
                        "operator_user_created",
                        "user_created",
                        scene -> scene.operator("POST", "").json(scene.draft())),
                change(
                        "operator_user_updated",
                        "user_renamed",
                        scene -> scene.operator("PATCH", scene.memberPath()).json("{\"name\":\"Ada\"}")),
                change(
                        "operator_role_granted",
                        "role_granted",
                        scene -> scene.operator("PUT", scene.rolePath()).json("{\"role\":\"consumer\"}")),
                change("operator_role_revoked", "role_revoked", scene -> scene.operator("DELETE", scene.rolePath())));
    }

    private static Arguments change(String action, String event, Function<Scene, Request> call) {
        return Arguments.of(action, event, call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void a_change_that_cannot_be_written_down_is_not_made(String action, String event, Function<Scene, Request> call) {
        Scene scene = Scene.of(action);
        String before = scene.state();
        SERVER.execute("""
                create trigger no_audit before insert on queen_proxy.operations
                for each row when (new.action = '%s') execute function public.no_audit()""".formatted(action));
        try {
            Answer refused = call.apply(scene).send();
            assertThat(refused.status()).as(refused.body()).isEqualTo(502);
            assertThat(scene.state()).isEqualTo(before);
        } finally {
            SERVER.execute("drop trigger no_audit on queen_proxy.operations");
        }

        try (var log = new HeardLog()) {
            Answer done = call.apply(scene).send();
            assertThat(done.status()).as(done.body()).isIn(200, 201);
            assertThat(SERVER.value("select string_agg(actor || ' ' || actor_id, ',') from queen_proxy.operations"
                            + " where tenant_id = '%s' and action = '%s'"
                                    .formatted(scene.people().tenant(), action)))
                    .isEqualTo("user " + scene.people().idOf(scene.people().admin()));
            assertThat(log.lines(event)).singleElement().asString().contains("client=127.0.0.1");
        }
        assertThat(scene.state()).isNotEqualTo(before);
    }

    @Test
    void a_name_that_stays_is_no_change_and_no_line() {
        Scene scene = Scene.of("unchanged");
        String json = "{\"name\":\"Ada\"}";
        assertThat(scene.operator("PATCH", scene.memberPath()).json(json).send().status())
                .isEqualTo(200);
        String before = scene.state();
        try (var log = new HeardLog()) {
            Answer again =
                    scene.operator("PATCH", scene.memberPath()).json(json).send();
            assertThat(again.status()).as(again.body()).isEqualTo(200);
            assertThat(log.lines("user_renamed")).isEmpty();
        }
        assertThat(scene.state()).isEqualTo(before);
    }
}
