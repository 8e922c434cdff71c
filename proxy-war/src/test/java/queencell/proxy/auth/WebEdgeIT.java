package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.HeardLog;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// What holds before anybody is asked who it is: which pages may send, how often, with which cookies (proxy
/// console, 12).
class WebEdgeIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final WebPlane PLANE = WebPlane.common();
    private static final People ACME = People.of("acme-edge");
    private static final String USER = ACME.add("user", "viewer");

    /// Origin, Referer, Sec-Fetch-Site and a cookie (`-` is absent), and whether it may go on.
    @ParameterizedTest
    @CsvSource({
        "-,-,-,no,true",
        "-,-,-,yes,false",
        "own,-,-,yes,true",
        "own,-,cross-site,no,true",
        "public,-,-,yes,true",
        "foreign,-,-,no,false",
        "foreign,own,same-origin,no,false",
        "null,-,-,no,false",
        "null,own,-,yes,false",
        "-,own,-,yes,true",
        "-,foreign,-,no,false",
        "-,foreign,same-origin,no,false",
        "-,-,same-origin,yes,true",
        "-,-,same-site,no,false",
        "-,-,cross-site,no,false",
        "-,-,none,no,false"
    })
    void only_our_own_pages_may_send(String origin, String referer, String site, String cookie, boolean passes) {
        for (String line : List.of(
                "POST /auth/logout", "DELETE /api/console/keys/x", "PUT /auth/me", "PATCH /api/console/overview")) {
            String[] parts = line.split(" ");
            Request request = PLANE.request(parts[0], parts[1]).host(ACME.host());
            add(request, "Origin", origin, "");
            add(request, "Referer", referer, "/page?x=1");
            if (!site.equals("-")) {
                request.header("Sec-Fetch-Site", site);
            }
            if (cookie.equals("yes")) {
                request.cookie("whatever");
            }
            Answer answer = request.send();
            assertThat(answer.status() == 403 && answer.code().equals("csrf_rejected"))
                    .as(line)
                    .isEqualTo(!passes);
        }
    }

    private static void add(Request request, String name, String which, String path) {
        switch (which) {
            case "own" -> request.header(name, "http://" + ACME.host() + path);
            case "public" -> request.header(name, "https://console.test" + path);
            case "foreign" -> request.header(name, "http://%s.evil.example".formatted(ACME.host()) + path);
            case "null" -> request.header(name, "null");
            default -> {}
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json", ""
            })
    void a_foreign_page_changes_nothing_with_any_type_a_form_can_send(String type) {
        String session = PLANE.sessionOf(ACME.admin());
        String body = "{\"name\":\"planted\",\"scopes\":[\"admin\"]}";
        Answer cross = PLANE.post("/api/console/keys")
                .host(ACME.host())
                .cookie(session)
                .header("Origin", "https://evil.example")
                .body(type, body)
                .send();
        assertThat(cross.code()).isEqualTo("csrf_rejected");
        Answer silent = PLANE.post("/api/console/keys")
                .host(ACME.host())
                .cookie(session)
                .body(type, body)
                .send();
        assertThat(silent.code()).isEqualTo("csrf_rejected");
        if (!type.equals("application/json")) {
            Answer own = PLANE.post("/api/console/keys")
                    .host(ACME.host())
                    .cookie(session)
                    .fromOwnPage()
                    .body(type, body)
                    .send();
            assertThat(own.code()).isEqualTo("invalid_request");
        }
        assertThat(SERVER.value("select count(*) from queen_proxy.api_keys where name = 'planted'"))
                .isEqualTo("0");
    }

    @Test
    void a_page_that_is_navigated_to_carries_no_session_to_the_api() {
        String session = PLANE.sessionOf(ACME.admin());
        assertThat(PLANE.get("/api/console/overview")
                        .host(ACME.host())
                        .cookie(session)
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(PLANE.get("/api/console/overview")
                        .host(ACME.host())
                        .cookie(session)
                        .header("Sec-Fetch-Mode", "navigate")
                        .send()
                        .status())
                .isEqualTo(401);
        assertThat(PLANE.get("/api/console/overview")
                        .host(ACME.host())
                        .cookie("qk_live_" + "a".repeat(43))
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void a_cookie_that_a_sibling_host_tosses_under_another_name_is_no_session() {
        String session = PLANE.sessionOf(USER);
        for (String name : List.of(
                "Queen_Session",
                "queen_session2",
                "xqueen_session",
                "queen_session_cell",
                "__Host-queen_session_cell",
                "__Secure-queen_session",
                "queen_session%20")) {
            assertThat(PLANE.get("/auth/me")
                            .host(ACME.host())
                            .header("Cookie", name + "=" + session)
                            .send()
                            .status())
                    .as(name)
                    .isEqualTo(401);
        }
    }

    /// A longer path or an earlier day puts the stranger's first, and the person would work in the stranger's account.
    @Test
    void a_session_that_a_sibling_host_tosses_beside_ours_opens_the_strangers_account() {
        String mine = PLANE.sessionOf(USER);
        String strangers = PLANE.sessionOf(ACME.admin());
        for (String cookies : List.of(
                "queen_session=%s; queen_session=%s".formatted(strangers, mine),
                "queen_session=%s; queen_session=%s".formatted(mine, strangers),
                "queen_session=%s; queen_session=".formatted(mine))) {
            assertThat(me(cookies).status()).as(cookies).isEqualTo(401);
        }
        assertThat(me("queen_session=%s; queen_session=%s".formatted(mine, mine))
                        .json()
                        .path("email")
                        .asText())
                .isEqualTo(USER);
    }

    private static Answer me(String cookies) {
        return PLANE.get("/auth/me").host(ACME.host()).header("Cookie", cookies).send();
    }

    @Test
    void a_session_counts_on_whichever_line_of_cookies_it_stands() {
        String session = "queen_session=" + PLANE.sessionOf(USER);
        for (String target : List.of("/api/console/overview", "/auth/me", "/auth/session-token")) {
            assertThat(PLANE.get(target)
                            .host(ACME.host())
                            .header("Cookie", "theme=dark")
                            .header("Cookie", session)
                            .send()
                            .status())
                    .as(target)
                    .isEqualTo(200);
        }
        // and nobody else's page rides on it there
        assertThat(PLANE.post("/auth/logout")
                        .host(ACME.host())
                        .header("Cookie", "theme=dark")
                        .header("Cookie", session)
                        .send()
                        .code())
                .isEqualTo("csrf_rejected");
    }

    @Test
    void a_path_of_nobody_sends_a_browser_to_sign_in_or_to_the_console() {
        Answer stranger =
                PLANE.get("/queues/orders?x=1").header("Accept", "text/html").send();
        assertThat(stranger.status()).isEqualTo(302);
        assertThat(stranger.header("location")).isEqualTo("/auth/login?next=%2Fqueues%2Forders%3Fx%3D1");
        assertThat(stranger.header("cache-control")).isEqualTo("no-store");
        // the bytes of an unescaped name, each as a character
        Answer raw =
                PLANE.get("/queues/\u00c3\u00bc").header("Accept", "text/html").send();
        assertThat(raw.header("location")).isEqualTo("/auth/login?next=%2Fqueues%2F%C3%BC");
        Answer known = PLANE.get("/")
                .host(ACME.host())
                .header("Accept", "text/html")
                .cookie(PLANE.sessionOf(USER))
                .send();
        assertThat(known.header("location")).isEqualTo("/console/");
        assertThat(PLANE.get("/favicon.ico").send().status()).isEqualTo(404);
        assertThat(PLANE.post("/queues").send().status()).isEqualTo(404);
    }

    @Test
    void with_a_domain_or_https_the_cookie_is_secure() {
        try (var behind = new WebPlane(Map.of("QUEEN_EDGE_TRUSTED_PROXIES", "loopback"));
                var shared = new WebPlane(Map.of("QUEEN_PROXY_COOKIE_DOMAIN", "acme.test"))) {
            Answer https = behind.post("/auth/logout")
                    .header("X-Forwarded-Proto", "https")
                    .send();
            assertThat(https.header("set-cookie")).endsWith("; Secure");
            assertThat(https.header("strict-transport-security")).isEqualTo("max-age=31536000; includeSubDomains");
            assertThat(behind.post("/auth/logout").send().header("set-cookie")).doesNotContain("Secure");
            assertThat(shared.post("/auth/logout").send().header("set-cookie")).endsWith("; Domain=acme.test; Secure");
            assertThat(PLANE.post("/auth/logout")
                            .header("X-Forwarded-Proto", "https")
                            .send()
                            .header("set-cookie"))
                    .doesNotContain("Secure");
        }
    }

    @Test
    void one_address_cannot_flood_the_surfaces_for_people() {
        try (var log = new HeardLog();
                var limited =
                        new WebPlane(Map.of("QUEEN_EDGE_WEB_RPS_PER_IP", "1", "QUEEN_EDGE_WEB_BURST_PER_IP", "3"))) {
            List<Answer> answers = IntStream.range(0, 8)
                    .mapToObj(_ -> limited.get("/auth/me").send())
                    .toList();
            assertThat(answers)
                    .filteredOn(answer -> answer.status() == 429)
                    .isNotEmpty()
                    .allSatisfy(
                            answer -> assertThat(answer.header("retry-after")).isNotEmpty());
            assertThat(log.lines("address_limited"))
                    .singleElement()
                    .asString()
                    .contains("plane=web", "address=127.0.0.1 ");
        }
    }

    @Test
    void where_every_origin_may_call_none_may_bring_its_session() {
        try (var cors = new WebPlane(Map.of("QUEEN_EDGE_CORS_ORIGINS", "*"))) {
            List<Answer> answers = List.of(
                    cors.request("OPTIONS", "/api/console/keys")
                            .host(ACME.host())
                            .header("Origin", "https://any.test")
                            .header("Access-Control-Request-Method", "GET")
                            .send(),
                    cors.get("/auth/me")
                            .host(ACME.host())
                            .cookie(cors.sessionOf(USER))
                            .header("Origin", "https://any.test")
                            .send());
            assertThat(answers).extracting(Answer::status).containsExactly(204, 200);
            assertThat(answers).allSatisfy(answer -> {
                assertThat(answer.header("access-control-allow-origin")).isEqualTo("*");
                assertThat(answer.headers()).doesNotContainKey("access-control-allow-credentials");
                assertThat(answer.header("vary")).contains("Origin");
            });
        }
    }

    @Test
    void scripts_of_listed_origins_may_call_and_no_others() {
        try (var cors = new WebPlane(Map.of("QUEEN_EDGE_CORS_ORIGINS", "https://app.test"))) {
            Answer preflight = cors.request("OPTIONS", "/api/console/keys")
                    .host(ACME.host())
                    .header("Origin", "https://app.test")
                    .header("Access-Control-Request-Method", "POST")
                    .send();
            assertThat(preflight.status()).isEqualTo(204);
            assertThat(preflight.header("access-control-allow-origin")).isEqualTo("https://app.test");
            assertThat(preflight.header("access-control-allow-credentials")).isEqualTo("true");
            assertThat(preflight.header("vary")).contains("Origin");
            assertThat(cors.request("OPTIONS", "/api/console/keys")
                            .host(ACME.host())
                            .header("Origin", "https://evil.test")
                            .header("Access-Control-Request-Method", "POST")
                            .send()
                            .status())
                    .isEqualTo(403);
            assertThat(cors.get("/auth/me")
                            .header("Origin", "https://evil.test")
                            .send()
                            .headers())
                    .doesNotContainKey("access-control-allow-origin");
            // reading is allowed to it, writing is another list
            assertThat(cors.post("/auth/logout")
                            .header("Origin", "https://app.test")
                            .send()
                            .code())
                    .isEqualTo("csrf_rejected");
        }
    }
}
