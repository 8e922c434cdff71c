package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.database.DatabaseRoad;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.ClusterHost;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// The surfaces for people while the database is away, or not there at all (proxy console, 2, 5 and 7).
class DatabaseAwayIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final People ACME = People.of("acme-away");
    private static final DatabaseRoad ROAD = SERVER.road();
    private static WebPlane plane;
    private static ClusterHost host;

    @BeforeAll
    static void open() {
        plane = new WebPlane(Map.of(), Optional.of(SERVER.pxdb(ROAD)));
        host = at(plane);
    }

    @AfterAll
    static void close() {
        plane.close();
        ROAD.close();
    }

    /// The pool tries again only every now and then.
    @AfterEach
    void mend() {
        ROAD.mend();
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> !plane.sessionOf(ACME.admin()).isEmpty());
    }

    /// Everything that a live session is asked for is known by heart now.
    private static String liveSession(String email) {
        String session = plane.sessionOf(email);
        assertThat(host.overview(session).send().status()).isEqualTo(200);
        return session;
    }

    private static ClusterHost at(WebPlane other) {
        return new ClusterHost(other, ACME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/console/overview",
                "GET /api/console/usage",
                "GET /api/console/keys",
                "POST /api/console/keys {\"name\":\"k\",\"scopes\":[\"read\"]}",
                "DELETE /api/console/keys/6d0c0000-0000-4000-8000-000000000001",
                "GET /api/console/members",
                "POST /api/console/members {\"email\":\"a@b.example\",\"role\":\"viewer\"}",
                "DELETE /api/console/members {\"email\":\"a@b.example\"}"
            })
    void a_console_whose_database_is_away_says_so_instead_of_showing_nothing(String line) {
        String session = liveSession(ACME.admin());
        ROAD.cut();
        String[] parts = line.split(" ", 3);
        Request request = plane.request(parts[0], parts[1]).host(ACME.host()).bearer(session);
        Answer answer = (parts.length == 3 ? request.json(parts[2]) : request).send();
        assertThat(answer.status()).as(answer.body()).isEqualTo(502);
        assertThat(answer.code()).isEqualTo("bad_gateway");
        assertThat(answer.body()).contains("connection").doesNotContain("SQL", "postgres", "127.0.0.1", "Hikari");
    }

    @Test
    void a_database_that_is_away_is_no_wrong_password_and_costs_no_attempt() {
        String email = ACME.add("patient", "viewer");
        ROAD.cut();
        for (int attempt = 1; attempt <= 6; attempt++) {
            Answer answer = host.login(email, "wrong").send();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("content-type")).startsWith("text/html");
            assertThat(answer.body()).contains("not possible at this moment").doesNotContain("not right");
        }
        mend();
        assertThat(host.login(email, People.PASSWORD).send().status()).isEqualTo(303);
    }

    @Test
    void whoever_signs_out_is_out_here_even_while_nobody_can_write_it_down() {
        String session = liveSession(ACME.admin());
        ROAD.cut();
        assertThat(host.post("/auth/logout").bearer(session).send().status()).isEqualTo(200);
        assertThat(host.overview(session).send().status()).isEqualTo(401);
    }

    @Test
    void a_session_outlives_a_silent_deny_list_unless_the_cell_is_strict() {
        try (DatabaseRoad road = SERVER.road();
                var strict =
                        new WebPlane(Map.of("QUEEN_PROXY_REVOCATION_STRICT", "true"), Optional.of(SERVER.pxdb(road)))) {
            String lenient = plane.sessionOf(ACME.admin());
            String refused = strict.sessionOf(ACME.admin());
            ROAD.cut();
            road.cut();
            assertThat(host.sessionToken(lenient).send().status()).isEqualTo(200);
            assertThat(at(strict).sessionToken(refused).send().status()).isEqualTo(401);
        }
    }

    @Test
    void a_page_that_asks_who_it_is_must_not_hear_that_it_has_no_clusters() {
        String session = plane.sessionOf(ACME.admin());
        ROAD.cut();
        Answer answer = host.me(session).send();
        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.code()).isEqualTo("bad_gateway");
    }

    @Test
    void a_role_that_cannot_be_looked_up_is_none_and_an_operator_nobody() {
        String viewer = ACME.add("unseen", "viewer");
        String session = plane.sessionOf(viewer);
        // the host is known, the role is not
        liveSession(ACME.admin());
        ROAD.cut();
        assertThat(host.overview(session).send().code()).isEqualTo("forbidden");
        mend();
        try (DatabaseRoad road = SERVER.road();
                var operators =
                        new WebPlane(Map.of("QUEEN_PROXY_OPERATOR_ENABLED", "true"), Optional.of(SERVER.pxdb(road)))) {
            String operator = ACME.asOperator(ACME.add("blind-operator", "none"));
            String token = operators.sessionOf(operator);
            road.cut();
            assertThat(at(operators)
                            .get("/api/operator/users")
                            .bearer(token)
                            .send()
                            .code())
                    .isEqualTo("route_blocked");
        }
    }

    @Test
    void a_cluster_that_cannot_be_looked_up_is_not_said_to_be_unknown() {
        String session = plane.sessionOf(ACME.admin());
        ROAD.cut();
        assertThat(plane.get("/api/console/overview")
                        .host("never-asked-for.test")
                        .bearer(session)
                        .send()
                        .status())
                .isEqualTo(502);
    }

    @Test
    void a_proxy_without_a_database_knows_nobody_and_says_what_to_set() {
        try (var bare = new WebPlane(
                Map.of(
                        "QUEEN_PROXY_DEV_CELL_URL", "http://127.0.0.1:1",
                        "QUEEN_PROXY_OPERATOR_ENABLED", "true",
                        "GITHUB_CLIENT_ID", "id",
                        "GITHUB_CLIENT_SECRET", "secret"),
                Optional.empty())) {
            for (Request request : List.of(bare.get("/api/console/overview"), bare.get("/auth/github"))) {
                Answer answer = request.host("any.test").send();
                assertThat(answer.status()).as(answer.body()).isEqualTo(503);
                assertThat(answer.code()).isEqualTo("not_configured");
                assertThat(answer.json().path("error").asText()).contains("PXDB_HOST");
            }
            // a 503 would tell anybody that there is a surface for operators
            assertThat(bare.get("/api/operator/users").host("any.test").send().body())
                    .isEqualTo(plane.get("/api/operator/nothing")
                            .host(ACME.host())
                            .send()
                            .body());
            Answer login = at(bare).login(ACME.admin(), People.PASSWORD).send();
            assertThat(login.status()).isEqualTo(401);
            assertThat(login.body()).contains("not right");
            assertThat(bare.get("/auth/me").host("any.test").send().status()).isEqualTo(401);
            assertThat(bare.post("/auth/logout").host("any.test").send().status())
                    .isEqualTo(200);
            assertThat(bare.get("/auth/me")
                            .host("any.test")
                            .bearer("qk_live_" + UUID.randomUUID())
                            .send()
                            .status())
                    .isEqualTo(401);
        }
    }
}
