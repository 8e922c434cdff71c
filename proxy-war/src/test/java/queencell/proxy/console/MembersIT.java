package queencell.proxy.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.access.Members;
import queencell.proxy.access.Role;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;
import queencell.signin.EmailAddress;

/// The people of a cluster, for its admins (proxy console, 4.4).
class MembersIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final WebPlane PLANE = WebPlane.common();
    private static final People ACME = People.of("acme-members");

    private static Request call(String method, String path, People people, String email) {
        return PLANE.console(method, path, people, email);
    }

    private static Request asAdmin(String method, String path) {
        return call(method, path, ACME, ACME.admin());
    }

    @Test
    void a_member_is_given_a_role_loses_it_and_both_are_audited() {
        People people = People.of("members-console");
        String email = people.add("new", "none");
        Answer granted = call("POST", "/members", people, people.admin())
                .json("{\"email\":\" %s \",\"role\":\" Producer \"}".formatted(email.toUpperCase()))
                .send();
        assertThat(granted.body()).isEqualTo("{\"ok\":true,\"email\":\"%s\",\"role\":\"producer\"}".formatted(email));
        JsonNode list = call("GET", "/members", people, people.admin()).send().json();
        assertThat(list).hasSize(2);
        assertThat(list.get(1).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("user_id", "email", "name", "role", "granted_at");
        assertThat(PLANE.walk(people, "/members?limit=1")).hasSize(2).doesNotHaveDuplicates();

        // the role ends here at once, not when a cache runs out
        String session = PLANE.sessionOf(email);
        assertThat(PLANE.get("/api/console/overview")
                        .host(people.host())
                        .bearer(session)
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(call("DELETE", "/members", people, people.admin())
                        .json("{\"email\":\"%s\"}".formatted(email))
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(PLANE.get("/api/console/overview")
                        .host(people.host())
                        .bearer(session)
                        .send()
                        .status())
                .isEqualTo(403);
        assertThat(call("DELETE", "/members", people, people.admin())
                        .json("{\"email\":\"%s\"}".formatted(email))
                        .send()
                        .status())
                .isEqualTo(404);
        assertThat(people.audited("console_member_granted")).isOne();
        assertThat(people.audited("console_member_revoked")).isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"email\":\"\",\"role\":\"viewer\"}",
                "{\"email\":\"no-at\",\"role\":\"viewer\"}",
                "{\"email\":\"a@b.example\",\"role\":\"owner\"}",
                "{\"email\":\"a@b.example\"}",
                "{\"email\":[\"a@b.example\"],\"role\":\"viewer\"}",
                "{\"email\":\"a@b.example\",\"role\":\"viewer\",\"role\":\"admin\"}"
            })
    void a_member_that_is_not_described_right_is_refused(String body) {
        assertThat(asAdmin("POST", "/members").json(body).send().code()).isEqualTo("invalid_request");
    }

    @Test
    void a_look_alike_of_an_address_is_nobody() {
        People people = People.of("lookalike-console");
        people.add("kim", "none");
        for (String lookAlike : List.of(
                "\u212Aim@lookalike-console.example",
                "k\u0131m@lookalike-console.example",
                "K\u0130M@lookalike-console.example")) {
            assertThat(call("POST", "/members", people, people.admin())
                            .json("{\"email\":\"%s\",\"role\":\"admin\"}".formatted(lookAlike))
                            .send()
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void what_a_page_begins_behind_is_judged_before_the_database_sees_it() {
        for (String path : List.of(
                "/members?after=%00",
                "/keys?after=%00",
                "/keys?after=x",
                "/usage?after=%00,push",
                "/usage?after=%2B999999999-01-01T00:00:00Z,push",
                "/usage?after=-9999-01-01T00:00:00Z,push")) {
            assertThat(asAdmin("GET", path).send().code()).as(path).isEqualTo("invalid_request");
        }
        // nobody's address: the list goes on behind where it would stand
        assertThat(asAdmin("GET", "/members?after=zzz").send().json()).isEmpty();
    }

    @Test
    void a_member_is_neither_missed_nor_shown_twice_while_others_come_and_go() {
        People people = People.of("paged-members");
        for (String name : List.of("c", "e", "g", "i", "k")) {
            people.add(name, "viewer");
        }
        List<String> seen = new ArrayList<>();
        PLANE.walk("/members?limit=2", path -> call("GET", path, people, people.admin()), page -> {
            seen.addAll(page.json().findValuesAsText("email"));
            // whoever stands at the end of the page leaves, and others come before and behind
            call("DELETE", "/members", people, people.admin())
                    .json("{\"email\":\"%s\"}".formatted(seen.getLast()))
                    .send();
            people.add("a" + seen.size(), "viewer");
            people.add("z" + seen.size(), "viewer");
        });
        assertThat(seen.stream().map(email -> email.replaceFirst("@.*", "")))
                .startsWith("admin", "c", "e", "g", "i", "k")
                .doesNotHaveDuplicates()
                .noneMatch(name -> name.matches("a\\d+"));
    }

    @Test
    void the_last_admin_stays() {
        People people = People.of("last-console");
        String admin = people.admin();
        for (String body :
                List.of("{\"email\":\"%s\",\"role\":\"viewer\"}", "{\"email\":\"%s\",\"role\":\"producer\"}")) {
            assertThat(call("POST", "/members", people, admin)
                            .json(body.formatted(admin))
                            .send()
                            .status())
                    .isEqualTo(400);
        }
        assertThat(call("DELETE", "/members", people, admin)
                        .json("{\"email\":\"%s\"}".formatted(admin))
                        .send()
                        .status())
                .isEqualTo(400);
        assertThat(call("POST", "/members", people, admin)
                        .json("{\"email\":\"%s\",\"role\":\"admin\"}".formatted(admin))
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(people.roleOf(admin)).isEqualTo("admin");
    }

    @Test
    void two_admins_who_demote_each_other_at_once_leave_one() throws InterruptedException, ExecutionException {
        Members members = PLANE.part(Members.class);
        for (int round = 0; round < 10; round++) {
            People people = People.of("race-console-" + round);
            String second = people.add("second", "admin");
            var start = new CountDownLatch(1);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Members.Outcome>> demotions = new ArrayList<>();
                for (String victim : List.of(people.admin(), second)) {
                    demotions.add(threads.submit(() -> {
                        start.await();
                        UUID actor = UUID.fromString(people.idOf(people.admin()));
                        return members.grant(people.cluster(), actor, new EmailAddress(victim), Role.VIEWER);
                    }));
                }
                start.countDown();
                assertThat(List.of(demotions.get(0).get(), demotions.get(1).get()))
                        .containsExactlyInAnyOrder(Members.Outcome.DONE, Members.Outcome.LAST_ADMIN);
            }
            assertThat(SERVER.value(
                            "select count(*) from queen_proxy.cluster_roles where cluster_id = '%s' and role = 'admin'"
                                    .formatted(people.cluster())))
                    .isEqualTo("1");
        }
    }
}
