package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// Signing in with a password, out again, and what a session is good for (proxy console, 5, 7 and 12).
class LoginIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final People ACME = People.of("acme-login");
    private static final String USER = ACME.add("user", "viewer");
    private static WebPlane plane;

    @BeforeAll
    static void open() {
        plane = new WebPlane(
                Map.of("QUEEN_PROXY_SHARED_HOSTS", "shared.test", "QUEEN_PROXY_PUBLIC_URL", "https://console.test/"));
    }

    @AfterAll
    static void close() {
        plane.close();
    }

    private static Request login(String email, String password) {
        return plane.post("/auth/login")
                .host(ACME.host())
                .form("email", email, "password", password, "next", "/console/");
    }

    @Test
    void the_right_password_opens_a_session_and_goes_on() {
        Answer answer = login(" " + USER.toUpperCase() + " ", People.PASSWORD).send();

        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo("/console/");
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
        assertThat(answer.all("set-cookie"))
                .singleElement()
                .satisfies(cookie -> assertThat(cookie)
                        .matches("queen_session=[^;]+; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400"));
        Answer me = plane.get("/auth/me")
                .host(ACME.host())
                .cookie(answer.cookie("queen_session"))
                .send();
        assertThat(me.json().path("email").asText()).isEqualTo(USER);
        assertThat(SERVER.value(
                        "select last_login_at is not null from queen_proxy.users where email = '%s'".formatted(USER)))
                .isEqualTo("t");
    }

    @Test
    void whoever_cannot_sign_in_gets_one_answer_whatever_the_reason() {
        String noPassword = ACME.admin();
        List<Answer> answers = List.of(
                login(USER, "wrong").send(),
                login("nobody@acme-login.example", "wrong").send(),
                login(noPassword, "wrong").send(),
                login(noPassword, "").send(),
                login("", "").send(),
                login("no-at", "wrong").send(),
                login("zero\u0000@acme-login.example", "wrong").send(),
                login("a".repeat(400) + "@acme-login.example", "wrong").send(),
                login(USER, "x".repeat(10_000)).send(),
                login("\u0075ser@acme-login.\u0435xample", People.PASSWORD).send(),
                login("u\u017fer@acme-login.example", People.PASSWORD).send());

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.body()).isEqualTo(answers.getFirst().body()).contains("not right");
            assertThat(answer.headers().keySet())
                    .isEqualTo(answers.getFirst().headers().keySet());
            assertThat(answer.all("set-cookie")).isEmpty();
        });
    }

    @Test
    void a_session_that_was_planted_is_never_taken_over() {
        String planted = plane.sessionOf(ACME.admin());
        Answer answer = login(USER, People.PASSWORD)
                .cookie(planted)
                .header("Origin", "http://" + ACME.host())
                .send();

        assertThat(answer.cookie("queen_session")).isNotEqualTo(planted).isNotEmpty();
        assertThat(plane.get("/auth/me")
                        .host(ACME.host())
                        .cookie(answer.cookie("queen_session"))
                        .send()
                        .json()
                        .path("email")
                        .asText())
                .isEqualTo(USER);
    }

    @Test
    void an_account_is_locked_after_five_failures_and_a_spoofed_address_does_not_help() {
        String victim = ACME.add("victim", "viewer");
        for (int attempt = 1; attempt <= 6; attempt++) {
            assertThat(login(victim, "wrong")
                            .header("X-Forwarded-For", "198.51.100." + attempt)
                            .send()
                            .status())
                    .isEqualTo(401);
        }
        Answer locked = login(victim, People.PASSWORD)
                .header("X-Forwarded-For", "198.51.100.77")
                .header("X-Real-IP", "198.51.100.78")
                .header("Forwarded", "for=198.51.100.79")
                .send();
        assertThat(locked.status()).isEqualTo(429);
        assertThat(locked.code()).isEqualTo("rate_limited");
        assertThat(Integer.parseInt(locked.header("retry-after"))).isBetween(1, 900);
        Answer page =
                login(victim, People.PASSWORD).header("Accept", "text/html").send();
        assertThat(page.status()).isEqualTo(429);
        assertThat(page.body()).contains("Too many failed sign-ins");
        assertThat(page.header("retry-after")).isNotEmpty();
    }

    @Test
    void a_spoofed_address_does_not_help_against_the_limit_of_an_address_either() {
        try (var strict = new WebPlane(Map.of("QUEEN_LOGIN_FREE_FAILURES_IP", "3"))) {
            for (int attempt = 1; attempt <= 4; attempt++) {
                strict.post("/auth/login")
                        .host(ACME.host())
                        .header("X-Forwarded-For", "198.51.100." + attempt)
                        .form("email", "guess%d@acme-login.example".formatted(attempt), "password", "x", "next", "/")
                        .send();
            }
            assertThat(strict.post("/auth/login")
                            .host(ACME.host())
                            .header("X-Forwarded-For", "198.51.100.200")
                            .form("email", USER, "password", People.PASSWORD, "next", "/")
                            .send()
                            .status())
                    .isEqualTo(429);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "https://evil.example",
                "/\\evil.example",
                "/a\r\nSet-Cookie: queen_session=stolen",
                "/a\nX-Evil: 1",
                "javascript:alert(1)",
                ""
            })
    void a_next_that_leads_elsewhere_leads_home_and_splits_no_header(String next) {
        Answer answer = plane.post("/auth/login")
                .host(ACME.host())
                .form("email", USER, "password", People.PASSWORD, "next", next)
                .send();
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo("/");
        assertThat(answer.all("set-cookie")).hasSize(1);
        assertThat(answer.headers()).doesNotContainKey("x-evil");
    }

    @Test
    void the_page_escapes_what_it_shows_and_loads_nothing() {
        Answer page = plane.get("/auth/login?next=%2Fa%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E")
                .host(ACME.host())
                .send();
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("content-type")).startsWith("text/html");
        assertThat(page.header("content-security-policy"))
                .contains("default-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'");
        assertThat(page.body())
                .doesNotContain("<script", "http://", "https://", "Sign in with")
                .contains("autocomplete=\"username\"", "autocomplete=\"current-password\"", "&lt;script&gt;");
    }

    @Test
    void a_form_that_is_none_is_refused() {
        for (String type : List.of("application/json", "text/plain", "multipart/form-data; boundary=x", "")) {
            Answer answer = plane.post("/auth/login")
                    .host(ACME.host())
                    .body(type, "email=a&password=b")
                    .send();
            assertThat(answer.status()).as(type).isEqualTo(400);
        }
        assertThat(plane.post("/auth/login")
                        .host(ACME.host())
                        .form("email", "a", "email", "b")
                        .send()
                        .status())
                .isEqualTo(400);
        assertThat(plane.post("/auth/login")
                        .host(ACME.host())
                        .body("application/x-www-form-urlencoded", "email=%zz")
                        .send()
                        .status())
                .isEqualTo(400);
    }

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
            Request request = plane.request(parts[0], parts[1]).host(ACME.host());
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
        String session = plane.sessionOf(ACME.admin());
        String body = "{\"name\":\"planted\",\"scopes\":[\"admin\"]}";
        Answer cross = plane.post("/api/console/keys")
                .host(ACME.host())
                .cookie(session)
                .header("Origin", "https://evil.example")
                .body(type, body)
                .send();
        assertThat(cross.code()).isEqualTo("csrf_rejected");
        Answer silent = plane.post("/api/console/keys")
                .host(ACME.host())
                .cookie(session)
                .body(type, body)
                .send();
        assertThat(silent.code()).isEqualTo("csrf_rejected");
        if (!type.equals("application/json")) {
            Answer own = plane.post("/api/console/keys")
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
        String session = plane.sessionOf(ACME.admin());
        assertThat(plane.get("/api/console/overview")
                        .host(ACME.host())
                        .cookie(session)
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(plane.get("/api/console/overview")
                        .host(ACME.host())
                        .cookie(session)
                        .header("Sec-Fetch-Mode", "navigate")
                        .send()
                        .status())
                .isEqualTo(401);
        assertThat(plane.get("/api/console/overview")
                        .host(ACME.host())
                        .cookie("qk_live_" + "a".repeat(43))
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void signing_out_ends_the_session_and_every_bearer_made_from_it_at_once() {
        String session = plane.sessionOf(USER);
        Answer token = plane.get("/auth/session-token")
                .host(ACME.host())
                .cookie(session)
                .send();
        assertThat(token.header("cache-control")).isEqualTo("no-store");
        assertThat(token.json().path("expires_in").asInt()).isEqualTo(900);
        String bearer = token.json().path("token").asText();
        assertThat(plane.get("/api/console/overview")
                        .host(ACME.host())
                        .bearer(bearer)
                        .send()
                        .status())
                .isEqualTo(200);

        Answer out = plane.post("/auth/logout")
                .host(ACME.host())
                .cookie(session)
                .fromOwnPage()
                .send();
        assertThat(out.status()).isEqualTo(200);
        assertThat(out.body()).isEqualTo("{\"ok\":true}");
        assertThat(out.all("set-cookie"))
                .singleElement()
                .satisfies(cookie ->
                        assertThat(cookie).isEqualTo("queen_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"));

        assertThat(plane.get("/auth/me")
                        .host(ACME.host())
                        .cookie(session)
                        .send()
                        .status())
                .isEqualTo(401);
        assertThat(plane.get("/auth/session-token")
                        .host(ACME.host())
                        .cookie(session)
                        .send()
                        .status())
                .isEqualTo(401);
        assertThat(plane.get("/api/console/overview")
                        .host(ACME.host())
                        .bearer(session)
                        .send()
                        .status())
                .isEqualTo(401);
        assertThat(plane.get("/api/console/overview")
                        .host(ACME.host())
                        .bearer(bearer)
                        .send()
                        .status())
                .isEqualTo(401);
        assertThat(ACME.audited("session_revoked")).isPositive();
        // and another process reads it from the database
        try (var elsewhere = new WebPlane(Map.of())) {
            assertThat(elsewhere
                            .get("/auth/me")
                            .host(ACME.host())
                            .cookie(session)
                            .send()
                            .status())
                    .isEqualTo(401);
            assertThat(elsewhere
                            .get("/api/console/overview")
                            .host(ACME.host())
                            .bearer(bearer)
                            .send()
                            .status())
                    .isEqualTo(401);
        }
    }

    @Test
    void signing_out_is_always_fine_and_a_bearer_can_do_it_too() {
        assertThat(plane.post("/auth/logout").send().status()).isEqualTo(200);
        assertThat(plane.post("/auth/logout").bearer("nonsense").send().status())
                .isEqualTo(200);
        String session = plane.sessionOf(USER);
        plane.post("/auth/logout").host(ACME.host()).bearer(session).send();
        assertThat(plane.get("/auth/me")
                        .host(ACME.host())
                        .cookie(session)
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void a_session_older_than_the_password_is_over() {
        String email = ACME.add("changed", "viewer");
        String session = plane.sessionOf(email);
        SERVER.execute(
                "update queen_proxy.users set password_changed_at = now() + interval '2 seconds' where email = '%s'"
                        .formatted(email));
        assertThat(plane.get("/auth/me")
                        .host(ACME.host())
                        .cookie(session)
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void a_foreign_page_gets_no_token() {
        String session = plane.sessionOf(USER);
        for (String site : List.of("cross-site", "same-site")) {
            assertThat(plane.get("/auth/session-token")
                            .host(ACME.host())
                            .cookie(session)
                            .header("Sec-Fetch-Site", site)
                            .send()
                            .code())
                    .isEqualTo("csrf_rejected");
        }
        assertThat(plane.get("/auth/session-token")
                        .host(ACME.host())
                        .bearer(session)
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void me_describes_the_session_of_the_browser() {
        var me = plane.get("/auth/me")
                .host("shared.test")
                .cookie(plane.sessionOf(USER))
                .send()
                .json();
        assertThat(me.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "user_id",
                        "email",
                        "tenant_slug",
                        "is_operator",
                        "operator_enabled",
                        "operator_live",
                        "acting_cluster",
                        "clusters",
                        "act_cluster_header",
                        "role",
                        "cluster");
        assertThat(me.path("acting_cluster").isNull()).isTrue();
        assertThat(me.path("clusters")).hasSize(1);
        assertThat(me.path("clusters").get(0).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("id", "slug", "role", "tenant_slug", "tenant_id", "status", "cell_slug");
        assertThat(plane.get("/auth/me")
                        .host(ACME.host())
                        .cookie(plane.sessionOf(USER))
                        .send()
                        .json()
                        .path("acting_cluster")
                        .path("slug")
                        .asText())
                .isEqualTo(ACME.slug());
        assertThat(plane.get("/auth/me")
                        .host(ACME.host())
                        .bearer(plane.sessionOf(USER))
                        .send()
                        .status())
                .isEqualTo(401);
        assertThat(plane.get("/auth/me").send().status()).isEqualTo(401);
    }

    @Test
    void me_tells_a_key_what_its_next_request_would_be() {
        String key = ACME.key("qk_test_" + "m".repeat(43), "produce,read");
        var me = plane.get("/auth/me").host(ACME.host()).bearer(key).send().json();
        assertThat(me.path("principal").asText()).isEqualTo("api_key");
        assertThat(me.path("scopes").toString())
                .isEqualTo("{\"produce\":true,\"consume\":false,\"admin\":false,\"read\":true}");
        assertThat(me.path("cluster").asText()).isEqualTo(ACME.cluster().toString());
        assertThat(me.path("user_id").isNull()).isTrue();
        assertThat(plane.get("/auth/me").host("nobody.test").bearer(key).send().status())
                .isEqualTo(421);
        assertThat(plane.get("/auth/me").host("shared.test").bearer(key).send().status())
                .isEqualTo(200);
        assertThat(plane.get("/auth/me")
                        .host(ACME.host())
                        .bearer("qk_test_unknown")
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void a_path_of_nobody_sends_a_browser_to_sign_in_or_to_the_console() {
        Answer stranger =
                plane.get("/queues/orders?x=1").header("Accept", "text/html").send();
        assertThat(stranger.status()).isEqualTo(302);
        assertThat(stranger.header("location")).isEqualTo("/auth/login?next=%2Fqueues%2Forders%3Fx%3D1");
        assertThat(stranger.header("cache-control")).isEqualTo("no-store");
        Answer known = plane.get("/")
                .host(ACME.host())
                .header("Accept", "text/html")
                .cookie(plane.sessionOf(USER))
                .send();
        assertThat(known.header("location")).isEqualTo("/console/");
        assertThat(plane.get("/favicon.ico").send().status()).isEqualTo(404);
        assertThat(plane.post("/queues").send().status()).isEqualTo(404);
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
            assertThat(plane.post("/auth/logout")
                            .header("X-Forwarded-Proto", "https")
                            .send()
                            .header("set-cookie"))
                    .doesNotContain("Secure");
        }
    }

    @Test
    void without_a_signing_key_nobody_signs_in_and_is_told_why() {
        try (var unsigned = new WebPlane(Map.of("QUEEN_PROXY_JWT_SECRET", ""))) {
            Answer answer = unsigned.post("/auth/login")
                    .host(ACME.host())
                    .form("email", USER, "password", People.PASSWORD)
                    .send();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("not_configured");
            assertThat(answer.body()).contains("QUEEN_PROXY_JWT_ED25519_PEM");
            assertThat(unsigned.get("/auth/session-token").send().code()).isEqualTo("not_configured");
        }
    }

    @Test
    void one_address_cannot_flood_the_surfaces_for_people() {
        try (var limited = new WebPlane(Map.of("QUEEN_EDGE_WEB_RPS_PER_IP", "1", "QUEEN_EDGE_WEB_BURST_PER_IP", "3"))) {
            List<Answer> answers = java.util.stream.IntStream.range(0, 8)
                    .mapToObj(_ -> limited.get("/auth/me").send())
                    .toList();
            assertThat(answers)
                    .filteredOn(answer -> answer.status() == 429)
                    .isNotEmpty()
                    .allSatisfy(
                            answer -> assertThat(answer.header("retry-after")).isNotEmpty());
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
