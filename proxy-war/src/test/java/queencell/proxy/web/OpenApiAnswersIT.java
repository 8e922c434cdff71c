package queencell.proxy.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import queencell.proxy.database.DatabaseRoad;
import queencell.proxy.database.PxdbServer;
import queencell.signin.provider.Browser;
import queencell.signin.provider.GithubSite;
import queencell.signin.provider.Person;

/// The other way round: whatever the API's description promises, the proxy answers. That it answers nothing else is
/// checked with every answer of every test ([ApiWitness]).
@TestMethodOrder(OrderAnnotation.class)
class OpenApiAnswersIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final People ACME = People.of("acme-openapi");
    private static final String OPERATOR = ACME.asOperator(ACME.add("operator", "none"));
    private static final String KEY = ACME.key("qk_test_" + "p".repeat(43), "read");
    private static final DatabaseRoad ROAD = SERVER.road();
    private static final String BIG = "{\"name\":\"" + "x".repeat(1_200_000) + "\"}";
    private static final int MORE_THAN_WAIT = 100;
    private static final Map<String, String> OPERATORS = Map.of("QUEEN_PROXY_OPERATOR_ENABLED", "true");

    private static WebPlane plane;
    private static WebPlane limited;
    private static WebPlane bare;
    private static WebPlane cut;

    @BeforeAll
    static void open() {
        plane = new WebPlane(OPERATORS);
        limited = new WebPlane(Map.of(
                "QUEEN_PROXY_OPERATOR_ENABLED", "true",
                "QUEEN_EDGE_WEB_RPS_PER_IP", "1",
                "QUEEN_EDGE_WEB_BURST_PER_IP", "1",
                "GITHUB_CLIENT_ID", GithubSite.CLIENT,
                "GITHUB_CLIENT_SECRET", GithubSite.SECRET));
        bare = new WebPlane(
                Map.of(
                        "QUEEN_PROXY_DEV_CELL_URL",
                        "http://127.0.0.1:1",
                        "QUEEN_PROXY_OPERATOR_ENABLED",
                        "true",
                        "GITHUB_CLIENT_ID",
                        GithubSite.CLIENT,
                        "GITHUB_CLIENT_SECRET",
                        GithubSite.SECRET),
                Optional.empty());
        cut = new WebPlane(OPERATORS, Optional.of(SERVER.pxdb(ROAD)));
    }

    @AfterAll
    static void close() {
        for (WebPlane each : List.of(plane, limited, bare, cut)) {
            each.close();
        }
        ROAD.close();
    }

    private static Request request(WebPlane on, ApiCall call, String path, String body) {
        Request request = on.request(call.method(), path).host(ACME.host());
        return body.isEmpty() ? request : request.json(body);
    }

    private static void expect(Request request, int status) {
        Answer answer = request.send();
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }

    private static void mended() {
        ROAD.mend();
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> !cut.sessionOf(ACME.admin()).isEmpty());
    }

    @Test
    @Order(1)
    void the_console_answers_what_it_promises() {
        for (ApiCall call : ApiCall.CONSOLE) {
            String session = plane.sessionOf(ACME.admin());
            expect(request(plane, call, call.path(), call.body()), 401);
            expect(request(plane, call, call.path(), call.body()).bearer(KEY), 403);
            expect(plane.request(call.method(), call.path()).host("nobody.test").bearer(session), 421);
            expect(request(bare, call, call.path(), call.body()).bearer(session), 503);
            if (!call.badPath().isEmpty()) {
                expect(request(plane, call, call.badPath(), call.badBody()).bearer(session), 400);
            }
            if (call.takesBody()) {
                expect(request(plane, call, call.path(), BIG).bearer(session), 413);
            }
            // 200 or 404, by what it names
            request(plane, call, call.path(), call.body()).bearer(session).send();
        }
        String session = plane.sessionOf(ACME.admin());
        String id = plane.post("/api/console/keys")
                .host(ACME.host())
                .bearer(session)
                .json("{\"name\":\"k\",\"scopes\":[\"read\"]}")
                .send()
                .json()
                .path("id")
                .asText();
        expect(
                plane.request("DELETE", "/api/console/keys/" + id)
                        .host(ACME.host())
                        .bearer(session)
                        .json(BIG),
                413);
        expect(
                plane.request("DELETE", "/api/console/keys/" + id)
                        .host(ACME.host())
                        .bearer(session),
                200);
        String member = "{\"email\":\"%s\",\"role\":\"viewer\"}".formatted(ACME.add("member", "none"));
        expect(plane.console("POST", "/members", ACME, ACME.admin()).json(member), 200);
        expect(plane.console("DELETE", "/members", ACME, ACME.admin()).json(member), 200);
    }

    @Test
    @Order(2)
    void the_operators_surface_answers_what_it_promises() {
        People elsewhere = People.of("elsewhere-openapi");
        for (ApiCall call : ApiCall.operators(ACME)) {
            String session = plane.sessionOf(OPERATOR);
            expect(request(plane, call, call.path(), call.body()), 404);
            expect(
                    request(plane, call, call.path(), call.body())
                            .bearer(session)
                            .header("x-queen-act-cluster", elsewhere.slug()),
                    403);
            expect(plane.request(call.method(), call.path()).host("nobody.test").bearer(session), 421);
            expect(request(bare, call, call.path(), call.body()).bearer(session), 404);
            expect(request(plane, call, call.badPath(), call.badBody()).bearer(session), 400);
            if (call.takesBody()) {
                expect(request(plane, call, call.path(), BIG).bearer(session), 413);
            }
            request(plane, call, call.path(), call.body()).bearer(session).send();
        }
        ApiCall create = ApiCall.operators(ACME).get(1);
        expect(request(plane, create, create.path(), create.body()).bearer(plane.sessionOf(OPERATOR)), 409);
        String user = "/api/operator/users/" + ACME.idOf("fresh@openapi.example");
        for (ApiCall good : List.of(
                new ApiCall("PATCH", user, "{\"name\":\"Ada\"}", "", ""),
                new ApiCall("PUT", user + "/roles/" + ACME.cluster(), "{\"role\":\"producer\"}", "", ""),
                new ApiCall("DELETE", user + "/roles/" + ACME.cluster(), "", "", ""))) {
            expect(request(plane, good, good.path(), good.body()).bearer(plane.sessionOf(OPERATOR)), 200);
        }
    }

    /// More passwords than wait for their turn; who waits when the plane closes is told nothing.
    @Test
    @Order(2)
    void operators_are_told_when_too_many_passwords_are_hashed() {
        var told = new AtomicInteger();
        try (var busy = new WebPlane(OPERATORS)) {
            String session = busy.sessionOf(OPERATOR);
            for (int i = 0; i < MORE_THAN_WAIT; i++) {
                String body =
                        "{\"tenant_id\":\"%s\",\"cluster_id\":\"%s\",\"email\":\"b%d@busy.example\",\"name\":\"B\","
                                .formatted(ACME.tenant(), ACME.cluster(), i);
                Request create = busy.post("/api/operator/users")
                        .host(ACME.host())
                        .bearer(session)
                        .json(body + "\"provider\":\"local\",\"role\":\"viewer\",\"password\":\"correct horse\"}");
                Thread.startVirtualThread(() -> {
                    if (create.send().status() == 503) {
                        told.incrementAndGet();
                    }
                });
            }
            await().until(() -> told.get() > 0);
        }
    }

    @Test
    @Order(3)
    void a_database_that_is_away_is_told_everywhere() {
        List<ApiCall> all = new ArrayList<>(ApiCall.CONSOLE);
        all.addAll(ApiCall.operators(ACME));
        for (ApiCall call : all) {
            mended();
            boolean operator = call.path().startsWith("/api/operator");
            String session = cut.sessionOf(operator ? OPERATOR : ACME.admin());
            expect(
                    cut.get(operator ? "/api/operator/users" : "/api/console/overview")
                            .host(ACME.host())
                            .bearer(session),
                    200);
            ROAD.cut();
            expect(request(cut, call, call.path(), call.body()).bearer(session), 502);
        }
        expect(cut.post("/auth/login").host(ACME.host()).form("email", "a@b.example", "password", "x"), 503);
        mended();
        String session = cut.sessionOf(ACME.admin());
        ROAD.cut();
        expect(cut.get("/auth/me").host(ACME.host()).cookie(session), 502);
    }

    @Test
    @Order(4)
    void whoever_comes_too_often_is_told_everywhere() {
        var limitedOnes = new TreeSet<>(ApiWitness.DESCRIPTION.operations());
        // programs verify tokens with it
        limitedOnes.remove("GET /.well-known/jwks.json");
        for (String operation : limitedOnes) {
            String[] parts = operation.split(" ");
            String path = parts[1].replace("{provider}", "github")
                    .replaceAll("\\{(id|user|cluster)}", UUID.randomUUID().toString())
                    .replaceAll("\\{\\w+}", "x");
            String session = limited.sessionOf(path.startsWith("/api/operator") ? OPERATOR : ACME.admin());
            await().atMost(Duration.ofMinutes(1))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> limited.request(parts[0], path)
                                    .host(ACME.host())
                                    .bearer(session)
                                    .send()
                                    .status()
                            == 429);
        }
    }

    @Test
    @Order(5)
    void signing_in_answers_what_it_promises() {
        String user = ACME.add("user", "viewer");
        expect(login(user, People.PASSWORD), 303);
        expect(login(user, "wrong"), 401);
        expect(login(user, BIG), 413);
        expect(login(user, "x").header("Origin", "https://evil.example"), 403);
        expect(plane.post("/auth/login").host(ACME.host()).json("{}"), 400);
        expect(plane.get("/auth/login"), 200);
        expect(plane.get("/auth/login.css"), 200);
        expect(plane.get("/auth/github"), 404);
        expect(plane.get("/auth/github/callback?code=c&state=s"), 404);
        expect(bare.get("/auth/github"), 503);
        expect(bare.get("/auth/github/callback?code=c&state=s"), 503);
        String session = plane.sessionOf(user);
        expect(plane.get("/auth/session-token").host(ACME.host()).cookie(session), 200);
        expect(plane.get("/auth/session-token").host(ACME.host()), 401);
        expect(
                plane.get("/auth/session-token")
                        .host(ACME.host())
                        .cookie(session)
                        .header("Sec-Fetch-Site", "cross-site"),
                403);
        try (var unsigned = new WebPlane(Map.of("QUEEN_PROXY_JWT_SECRET", ""))) {
            expect(unsigned.get("/auth/session-token"), 503);
        }
        expect(plane.get("/auth/me").host(ACME.host()).cookie(session), 200);
        expect(plane.get("/auth/me").host(ACME.host()), 401);
        expect(plane.get("/auth/me").host(ACME.host()).bearer(KEY), 200);
        expect(plane.get("/auth/me").host(ACME.host()).bearer(KEY).header("x-queen-act-cluster", "x"), 403);
        expect(plane.get("/auth/me").host("nobody.test").bearer(KEY), 421);
        expect(plane.post("/auth/logout").host(ACME.host()).header("Origin", "https://evil.example"), 403);
        expect(plane.post("/auth/logout").host(ACME.host()).bearer(session).json(BIG), 413);
        expect(plane.post("/auth/logout").host(ACME.host()).bearer(session), 200);
        expect(plane.get("/.well-known/jwks.json"), 200);
        expect(plane.get("/console"), 200);
        expect(plane.get("/console/keys"), 200);
        expect(plane.get("/console/openapi.json"), 200);
        expect(plane.get("/console/assets/gone.js"), 404);
    }

    private static Request login(String email, String password) {
        return new ClusterHost(plane, ACME).login(email, password);
    }

    @Test
    @Order(6)
    void a_key_that_sessions_are_verified_by_has_the_fields_that_are_described() {
        for (Map<String, String> keys : List.of(
                Map.of("QUEEN_PROXY_JWT_ED25519_PEM", SigningPem.ed25519()),
                Map.of("QUEEN_PROXY_JWT_ES256_PEM", SigningPem.es256()))) {
            try (var signing = new WebPlane(keys)) {
                Answer answer = signing.get("/.well-known/jwks.json").send();
                assertThat(answer.json().path("keys")).as(answer.body()).hasSize(1);
            }
        }
    }

    @Test
    @Order(7)
    void the_way_to_a_provider_and_back_answers_what_it_promises() {
        try (var people = new SigninPlane(Map.of());
                var lost = new SigninPlane(Map.of(
                        "QUEEN_PROXY_AUTOPROVISION", "true",
                        "QUEEN_PROXY_AUTOPROVISION_TENANT", "no-such-tenant",
                        "QUEEN_PROXY_AUTOPROVISION_ANY_DOMAIN", "true"));
                var unpinned = new SigninPlane(Map.of("QUEEN_PROXY_AUTH_HOST", "true"))) {
            expect(people.plane().get("/auth/github").host("auth.test"), 302);
            expect(unpinned.plane().get("/auth/github").host("auth.test"), 500);
            expect(people.plane().get("/auth/github/callback?code=c&state=s").host("auth.test"), 400);
            people.github().seats(Person.of("1", ACME.admin()));
            expect(wayBack(people), 303);
            people.github().seats(Person.of("2", "stranger@nowhere.example"));
            expect(wayBack(people), 403);
            lost.github().seats(Person.of("3", "stranger@nowhere.example"));
            expect(wayBack(lost), 500);
            Request late = wayBack(people);
            people.providers().away(true);
            expect(late, 502);
        }
    }

    private static Request wayBack(SigninPlane at) {
        Browser browser = at.browser();
        String callback = SigninPlane.wayBack(browser, "github");
        return at.plane()
                .get(callback.substring(SigninPlane.URL.length()))
                .host("auth.test")
                .header("Cookie", "queen_oauth=" + browser.cookie("auth.test", "queen_oauth"));
    }

    @Test
    @Order(8)
    void nothing_is_described_that_is_never_answered() {
        assertThat(ApiWitness.missed()).isEmpty();
    }
}
