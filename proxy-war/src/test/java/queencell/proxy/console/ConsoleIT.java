package queencell.proxy.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Members;
import queencell.proxy.access.Role;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;
import queencell.signin.EmailAddress;

/// The console API over a real database, through the real listener and filters (proxy console, 3, 4 and 17).
class ConsoleIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final People ACME = People.of("acme-console");
    private static final People OTHER = People.of("other-console");
    private static WebPlane plane;

    @BeforeAll
    static void open() {
        plane = new WebPlane(Map.of("QUEEN_PROXY_SHARED_HOSTS", "shared.test"));
    }

    @AfterAll
    static void close() {
        plane.close();
    }

    private static Request call(String method, String path, People people, String email) {
        return plane.request(method, "/api/console" + path).host(people.host()).bearer(plane.sessionOf(email));
    }

    private static Request asAdmin(String method, String path) {
        return call(method, path, ACME, ACME.admin());
    }

    @Test
    void the_order_of_refusals_tells_a_stranger_nothing() {
        String outsider = OTHER.add("outsider", "admin");
        String gone = ACME.add("gone", "none");
        String goneToken = plane.sessionOf(gone);
        SERVER.value("select queen_proxy.delete_user('%s')".formatted(ACME.idOf(gone)));
        String key = ACME.key("qk_test_" + "k".repeat(43), "admin");

        assertThat(plane.get("/api/console/overview").host("nobody.test").send().status())
                .isEqualTo(421);
        Answer broken =
                plane.post("/api/console/keys").host(ACME.host()).json("{").send();
        assertThat(broken.status()).isEqualTo(401);
        assertThat(broken.code()).isEqualTo("unauthorized");
        assertThat(plane.get("/api/console/overview")
                        .host(ACME.host())
                        .bearer(key)
                        .send()
                        .code())
                .isEqualTo("forbidden");
        assertThat(call("GET", "/overview", ACME, outsider).send().status()).isEqualTo(403);
        assertThat(plane.get("/api/console/overview")
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
        assertThat(plane.get("/api/console/overview").host(people.host()).send().code())
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
            answers.add(plane.get("/api/console/overview")
                    .host("shared.test")
                    .bearer(plane.sessionOf(ACME.admin()))
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

    @Test
    void a_shared_host_needs_a_name_and_a_session() {
        assertThat(plane.get("/api/console/overview").host("shared.test").send().status())
                .isEqualTo(401);
        Request unnamed = plane.get("/api/console/overview").host("shared.test").bearer(plane.sessionOf(ACME.admin()));
        assertThat(unnamed.send().status()).isEqualTo(403);
        for (String name :
                List.of(ACME.slug(), ACME.slug().toUpperCase(), ACME.cluster().toString())) {
            Answer answer = plane.get("/api/console/overview")
                    .host("shared.test:6711")
                    .bearer(plane.sessionOf(ACME.admin()))
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
        assertThat(plane.get("/api/console/overview")
                        .host(ACME.host())
                        .header("x-queen-act-cluster", OTHER.slug())
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void the_overview_has_every_field_of_its_contract() {
        People people = People.of("overview-console");
        SERVER.value("select queen_proxy.set_limit_override('%s', '{\"max_queues\": null, \"monthly_msgs_quota\": 77}')"
                .formatted(people.cluster()));
        SERVER.execute("insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs, reqs)"
                + " values ('%s', date_trunc('minute', now()), 'push', 12, 3)".formatted(people.cluster()));
        plane.part(PushBlocks.class).monthly(people.cluster(), true);

        JsonNode overview =
                call("GET", "/overview", people, people.admin()).send().json();

        assertThat(overview.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "slug", "status", "role", "plan", "usage", "push_block", "storage", "limits", "features");
        assertThat(overview.path("status").asText()).isEqualTo("active");
        assertThat(overview.path("plan").toString()).isEqualTo("{\"code\":\"free\",\"monthly_msgs_quota\":77}");
        assertThat(overview.path("usage").path("msgs").asLong()).isEqualTo(12);
        assertThat(overview.path("usage").path("month").asText()).matches("\\d{4}-\\d{2}");
        assertThat(overview.path("push_block").asText()).isEqualTo("monthly_quota");
        assertThat(overview.path("storage").toString())
                .isEqualTo("{\"max_retained_bytes\":1073741824,\"over_quota\":false,\"retained_bytes\":null}");
        assertThat(overview.path("limits").size()).isEqualTo(11);
        assertThat(overview.path("limits").path("max_queues").isNull()).isTrue();
        assertThat(overview.path("features").toString())
                .isEqualTo("{\"streams\":false,\"traces\":false,\"kv\":true,\"timers\":true,\"ephemeral\":true}");
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
        assertThat(plane.get("/api/console/overview").host(ACME.host()).send().header("cache-control"))
                .isEqualTo("no-store");
    }

    @ParameterizedTest
    @CsvSource({"0,1", "-10,1", "1,1", "24,2", "168,3", "500,3", "99999999999999999999,3"})
    void hours_of_usage_are_clamped(String hours, int lines) {
        People people = usageOf();
        assertThat(call("GET", "/usage?hours=" + hours, people, people.admin())
                        .send()
                        .json())
                .hasSize(lines);
    }

    @Test
    void usage_without_hours_is_a_day_and_nonsense_is_refused() {
        People people = usageOf();
        assertThat(call("GET", "/usage", people, people.admin()).send().json()).hasSize(2);
        for (String query :
                List.of("hours=abc", "hours=", "hours=1.5", "step=2", "step=01", "limit=0", "limit=1001", "after=x")) {
            Answer answer =
                    call("GET", "/usage?" + query, people, people.admin()).send();
            assertThat(answer.status()).as(query).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("invalid_request");
        }
    }

    private static People usage;

    private static People usageOf() {
        if (usage == null) {
            usage = People.of("usage-console");
            for (String age : List.of("30 minutes", "20 hours", "160 hours", "200 hours")) {
                SERVER.execute(
                        "insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs, reqs, bytes_in, bytes_out)"
                                + " values ('%s', date_trunc('minute', now() - interval '%s'), 'push', 10, 3, 500, 120)"
                                        .formatted(usage.cluster(), age));
            }
        }
        return usage;
    }

    @Test
    void a_step_sums_its_minutes_and_a_page_goes_on_where_the_last_one_ended() {
        People people = People.of("steps-console");
        for (int minute = 0; minute < 10; minute++) {
            SERVER.execute("insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs, reqs)"
                    + " select '%s', date_trunc('hour', now()) - interval '1 hour' + interval '%d minutes', op, 2, 1"
                            .formatted(people.cluster(), minute)
                    + " from unnest(array['push', 'delivery']) op");
        }
        JsonNode steps = call("GET", "/usage?hours=3&step=5", people, people.admin())
                .send()
                .json();
        assertThat(steps).hasSize(4).allSatisfy(line -> {
            assertThat(line.path("msgs").asLong()).isEqualTo(10);
            assertThat(line.path("minute").asText()).endsWith("00Z");
        });
        assertThat(steps.get(0).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("minute", "op", "reqs", "msgs", "bytes_in", "bytes_out");

        assertThat(walk(people, "/usage?hours=3&limit=7")).hasSize(20).doesNotHaveDuplicates();
    }

    /// Every entry of a list, page by page, as the links lead.
    private static List<String> walk(People people, String first) {
        List<String> entries = new ArrayList<>();
        String next = "/api/console" + first;
        while (!next.isEmpty()) {
            Answer page = plane.get(next)
                    .host(people.host())
                    .bearer(plane.sessionOf(people.admin()))
                    .send();
            page.json().forEach(entry -> entries.add(entry.toString()));
            String link = page.header("link");
            next = link.isEmpty() ? "" : link.substring(1, link.indexOf('>'));
        }
        return entries;
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
        assertThat(walk(people, "/members?limit=1")).hasSize(2).doesNotHaveDuplicates();

        // the role ends here at once, not when a cache runs out
        String session = plane.sessionOf(email);
        assertThat(plane.get("/api/console/overview")
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
        assertThat(plane.get("/api/console/overview")
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
        for (String path : List.of("/members?after=%00", "/keys?after=%00", "/keys?after=x", "/usage?after=%00,push")) {
            assertThat(asAdmin("GET", path).send().code()).as(path).isEqualTo("invalid_request");
        }
        // nobody's address: the list goes on behind where it would stand
        assertThat(asAdmin("GET", "/members?after=zzz").send().json()).isEmpty();
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
        Members members = plane.part(Members.class);
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
        Answer answer = plane.request(parts[0], parts[1])
                .host(ACME.host())
                .bearer(plane.sessionOf(ACME.admin()))
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
        Answer answer = plane.get(path)
                .host(ACME.host())
                .bearer(plane.sessionOf(ACME.admin()))
                .send();
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).doesNotContain(ACME.slug());
    }
}
