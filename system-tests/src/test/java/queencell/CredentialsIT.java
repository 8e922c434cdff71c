package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.http.Answer;
import queencell.http.Request;
import queencell.tenant.SessionTokens;
import queencell.tenant.Tenant;

/// Who may do what on a host that names its cluster (pipeline, 3.2 and 6).
class CredentialsIT {

    private static final String LISTING = "/api/v1/resources/queues";
    private static final String ACT_AS = "x-queen-act-cluster";

    @Test
    void a_key_must_open_nothing_but_its_own_cluster(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        refused(a.as(b.key()).get(LISTING), 403, "forbidden");
        refused(a.as("qk_live_unknown").get(LISTING), 401, "unauthorized");
        refused(a.anonymous("GET", LISTING).send(), 401, "unauthorized");
    }

    @Test
    void a_producer_must_never_believe_that_it_writes_to_another_cluster(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        for (String named : new String[] {a.slug(), b.slug(), a.cluster().toString(), "nobody"}) {
            for (Tenant sender : new Tenant[] {a, a.as(b.key())}) {
                refused(sender.request("GET", LISTING).header(ACT_AS, named).send(), 403, "forbidden");
            }
        }
    }

    /// Scope, and the statuses of push, pop, list, delete of a queue, put of a kv entry and get of it.
    static Stream<Arguments> narrowKeys() {
        return Stream.of(
                Arguments.of("produce", "push kv-put kv-get"),
                Arguments.of("consume", "pop kv-put kv-get"),
                Arguments.of("read", "list kv-get"),
                Arguments.of("admin", "list delete kv-get"));
    }

    /// What a broker answers who lets it happen.
    private static final Map<String, Set<Integer>> SERVED = Map.of(
            "push", Set.of(201),
            "pop", Set.of(200, 204),
            "list", Set.of(200),
            "delete", Set.of(200),
            "kv-put", Set.of(200),
            "kv-get", Set.of(200));

    @ParameterizedTest
    @MethodSource("narrowKeys")
    void a_narrow_key_must_open_only_what_its_scope_says(String scope, String open, Cell cell) {
        Tenant tenant = cell.tenant();
        Tenant narrow = tenant.as(tenant.issueKey(scope));
        var answers = Map.of(
                "push", narrow.push("q").once(),
                "pop", narrow.pop("q", "g"),
                "list", narrow.get(LISTING),
                "delete", narrow.delete("/api/v1/resources/queues/other"),
                "kv-put",
                        narrow.request("PUT", "/api/v1/kv/n/k")
                                .json("{\"value\":1,\"ttlSeconds\":60}")
                                .send(),
                "kv-get", narrow.get("/api/v1/kv/n/k"));
        answers.forEach((what, answer) -> {
            if (Set.of(open.split(" ")).contains(what)) {
                assertThat(answer.status())
                        .as(what + " with scope " + scope + ": " + answer)
                        .isIn(SERVED.get(what));
            } else {
                refused(answer, 403, "forbidden");
            }
        });
    }

    @Test
    void a_transaction_must_not_lend_authority_that_the_key_lacks(Cell cell) {
        Tenant tenant = cell.tenant();
        String push = "{\"operations\":[{\"type\":\"push\",\"queue\":\"q\",\"payload\":1}]}";
        String ack = """
                {"operations":[{"type":"ack","transactionId":"t","partitionId":"%s","status":"completed"}]}""".formatted(UUID.randomUUID());
        Tenant producer = tenant.as(tenant.issueKey("produce"));
        Tenant consumer = tenant.as(tenant.issueKey("consume"));
        Tenant reader = tenant.as(tenant.issueKey("read"));
        assertThat(producer.post("/api/v1/transaction", push).status()).isEqualTo(200);
        refused(producer.post("/api/v1/transaction", ack), 403, "forbidden");
        assertThat(consumer.post("/api/v1/transaction", ack).status()).isEqualTo(200);
        refused(consumer.post("/api/v1/transaction", push), 403, "forbidden");
        refused(reader.post("/api/v1/transaction", push), 403, "forbidden");
    }

    @Test
    void a_revoked_key_must_not_live_on_in_the_cache(Cell cell) {
        Tenant tenant = cell.tenant();
        String key = tenant.issueKey("read");
        assertThat(tenant.as(key).get(LISTING).status()).isEqualTo(200);
        tenant.revoke(key);
        Eventually.holds(() -> refused(tenant.as(key).get(LISTING), 401, "unauthorized"));
        assertThat(tenant.get(LISTING).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer %s", "bearer %s", "BEARER   %s", "%s"})
    void a_usual_spelling_of_the_scheme_must_be_understood(String form, Cell cell) {
        Tenant tenant = Suite.tenant(cell);
        Answer answer = tenant.anonymous("GET", LISTING)
                .header("Authorization", form.formatted(tenant.key()))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    }

    @Test
    void a_key_that_a_browser_attaches_must_be_ignored(Cell cell) {
        Tenant tenant = Suite.tenant(cell);
        Answer answer = tenant.anonymous("GET", LISTING)
                .header("Cookie", "queen_session=" + tenant.key())
                .send();
        refused(answer, 401, "unauthorized");
    }

    @ParameterizedTest
    @MethodSource("roles")
    void a_person_must_open_only_what_the_role_says(String role, boolean pushes, boolean pops, Cell cell) {
        Tenant tenant = cell.tenant();
        Tenant person = tenant.as(SessionTokens.of(tenant.person(role)));
        assertThat(person.get(LISTING).status()).isEqualTo(200);
        assertThat(person.push("q").once().status()).isEqualTo(pushes ? 201 : 403);
        assertThat(person.pop("empty", "g").status()).isEqualTo(pops ? 204 : 403);
        assertThat(person.delete("/api/v1/resources/queues/none").status() == 403)
                .isEqualTo(!role.equals("admin"));
        refused(person.get("/api/v1/status"), 404, "route_blocked");
    }

    static Stream<Arguments> roles() {
        return Stream.of(
                Arguments.of("admin", true, true),
                Arguments.of("producer", true, false),
                Arguments.of("consumer", false, true),
                Arguments.of("viewer", false, false));
    }

    @Test
    void a_token_that_does_not_verify_must_not_tell_why(Cell cell) {
        Tenant tenant = Suite.tenant(cell);
        String subject = tenant.adminUser().toString();
        String good = SessionTokens.of(tenant.adminUser());
        String[] bad = {
            SessionTokens.token(Map.of("sub", subject), Duration.ofMinutes(-5)),
            SessionTokens.token(Map.of("sub", subject, "iss", "another"), Duration.ofMinutes(5)),
            SessionTokens.token(Map.of("sub", "no-uuid"), Duration.ofMinutes(5)),
            SessionTokens.token(Map.of("sub", subject, "role", "root"), Duration.ofMinutes(5)),
            SessionTokens.token(Map.of("sub", subject, "jti", " "), Duration.ofMinutes(5)),
            good.substring(0, good.length() - 6) + "AAAAAA",
            "eyJhbGciOiJub25lIn0." + good.split("\\.")[1] + ".",
            "garbage"
        };
        assertThat(tenant.as(good).get(LISTING).status()).isEqualTo(200);
        String first = tenant.as(bad[0]).get(LISTING).text();
        for (String token : bad) {
            Answer answer = tenant.as(token).get(LISTING);
            refused(answer, 401, "unauthorized");
            assertThat(answer.text()).isEqualTo(first);
        }
    }

    @Test
    void a_foreign_and_an_unknown_cluster_must_look_alike(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        String token = SessionTokens.of(a.adminUser());
        assertThat(actAs(a, token, a.slug()).status()).isEqualTo(200);
        assertThat(actAs(a, token, a.cluster().toString()).status()).isEqualTo(200);
        Answer foreign = actAs(a, token, b.slug());
        Answer unknown = actAs(a, token, "nobody-at-all");
        Answer byId = actAs(a, token, b.cluster().toString());
        Answer unknownId = actAs(a, token, UUID.randomUUID().toString());
        for (Answer answer : new Answer[] {foreign, unknown, byId, unknownId}) {
            refused(answer, 403, "forbidden");
            assertThat(answer.bytes()).isEqualTo(foreign.bytes());
            assertThat(answer.headers().keySet()).isEqualTo(foreign.headers().keySet());
        }
        String nobody = SessionTokens.of(UUID.randomUUID());
        for (String named : new String[] {a.slug(), b.slug(), "nobody-at-all"}) {
            refused(actAs(a, nobody, named), 401, "unauthorized");
        }
    }

    @Test
    void a_caller_without_credential_must_not_learn_slugs_by_acting_as(Cell cell) {
        Tenant a = Suite.tenant(cell);
        for (String named : new String[] {a.slug(), "nobody-at-all"}) {
            refused(a.anonymous("GET", LISTING).header(ACT_AS, named).send(), 401, "unauthorized");
            refused(actAs(a, "garbage", named), 401, "unauthorized");
        }
    }

    @Test
    void a_token_bound_to_one_cluster_must_not_open_another(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        String bound = SessionTokens.token(
                Map.of("sub", a.adminUser().toString(), "cluster", a.cluster().toString(), "role", "viewer"),
                Duration.ofMinutes(5));
        assertThat(a.as(bound).get(LISTING).status()).isEqualTo(200);
        refused(a.as(bound).push("q").once(), 403, "forbidden");
        refused(b.as(bound).get(LISTING), 403, "forbidden");
    }

    @Test
    void a_hostile_page_must_not_use_the_session_of_a_visitor(Cell cell) {
        Tenant tenant = Suite.tenant(cell);
        String cookie = "queen_session=" + SessionTokens.of(tenant.adminUser());
        assertThat(tenant.anonymous("GET", LISTING)
                        .header("Cookie", cookie)
                        .send()
                        .status())
                .isEqualTo(200);
        // a link to a pop would lease messages
        refused(
                tenant.anonymous("GET", "/api/v1/pop/queue/q")
                        .header("Cookie", cookie)
                        .header("Sec-Fetch-Mode", "navigate")
                        .send(),
                401,
                "unauthorized");
        refused(push(tenant, cookie).header("Origin", "https://evil.test").send(), 403, "csrf_rejected");
        refused(push(tenant, cookie).send(), 403, "csrf_rejected");
        assertThat(push(tenant, cookie)
                        .header("Origin", "http://" + tenant.host())
                        .send()
                        .status())
                .isEqualTo(201);
    }

    private static Request push(Tenant tenant, String cookie) {
        return tenant.anonymous("POST", "/api/v1/push")
                .header("Cookie", cookie)
                .json(tenant.push("csrf").body());
    }

    private static Answer actAs(Tenant tenant, String token, String named) {
        return tenant.anonymous("GET", LISTING)
                .bearer(token)
                .header(ACT_AS, named)
                .send();
    }

    private static void refused(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }
}
