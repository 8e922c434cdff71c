package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.HeardLog;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// Signing in with a password (proxy console, 5).
class LoginIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final WebPlane PLANE = WebPlane.common();
    private static final People ACME = People.of("acme-login");
    private static final String USER = ACME.add("user", "viewer");

    private static Request login(String email, String password) {
        return PLANE.post("/auth/login")
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
        Answer me = PLANE.get("/auth/me")
                .host(ACME.host())
                .cookie(answer.cookie("queen_session"))
                .send();
        assertThat(me.json().path("email").asText()).isEqualTo(USER);
        assertThat(SERVER.value(
                        "select last_login_at is not null from queen_proxy.users where email = '%s'".formatted(USER)))
                .isEqualTo("t");
    }

    /// What is mistyped is often a password of elsewhere, and an address is somebody's.
    @Test
    void a_line_about_a_sign_in_tells_a_secret_or_not_who_it_was() {
        try (var log = new HeardLog()) {
            login(USER, "m1styped").send();
            Answer in = login(USER, People.PASSWORD).send();
            PLANE.post("/auth/logout")
                    .host(ACME.host())
                    .bearer(in.cookie("queen_session"))
                    .send();

            assertThat(log.lines("login_failed"))
                    .singleElement()
                    .asString()
                    .contains(" reason=wrong ", " client=127.0.0.1")
                    .containsPattern(" account=[0-9a-f]{16} ")
                    .doesNotContain("m1styped", USER);
            for (String event : List.of("signed_in", "signed_out")) {
                assertThat(log.lines(event))
                        .singleElement()
                        .asString()
                        .contains(" user=" + ACME.idOf(USER), " client=127.0.0.1")
                        .doesNotContain(People.PASSWORD, in.cookie("queen_session"));
            }
        }
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
        String planted = PLANE.sessionOf(ACME.admin());
        Answer answer = login(USER, People.PASSWORD)
                .cookie(planted)
                .header("Origin", "http://" + ACME.host())
                .send();

        assertThat(answer.cookie("queen_session")).isNotEqualTo(planted).isNotEmpty();
        assertThat(PLANE.get("/auth/me")
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
    void an_account_is_locked_however_many_addresses_guess_at_it() {
        String victim = ACME.add("besieged", "viewer");
        try (var behind = new WebPlane(Map.of("QUEEN_EDGE_TRUSTED_PROXIES", "loopback"))) {
            for (int attempt = 1; attempt <= 6; attempt++) {
                assertThat(from(behind, "203.0.113." + attempt, victim, "wrong").status())
                        .isEqualTo(401);
            }
            assertThat(from(behind, "203.0.113.99", victim, People.PASSWORD).status())
                    .isEqualTo(429);
            assertThat(from(behind, "203.0.113.99", USER, People.PASSWORD).status())
                    .isEqualTo(303);
        }
    }

    private static Answer from(WebPlane behind, String client, String email, String password) {
        return behind.post("/auth/login")
                .host(ACME.host())
                .header("X-Forwarded-For", "198.51.100.1, " + client)
                .form("email", email, "password", password, "next", "/")
                .send();
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
        Answer answer = PLANE.post("/auth/login")
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
        Answer page = PLANE.get("/auth/login?next=%2Fa%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E")
                .host(ACME.host())
                .send();
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("content-type")).startsWith("text/html");
        assertThat(page.header("content-security-policy"))
                .contains("default-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe-inline");
        assertThat(page.body())
                .doesNotContain("<script", "<style", "style=", "http://", "https://", "Sign in with")
                .contains("autocomplete=\"username\"", "autocomplete=\"current-password\"", "&lt;script&gt;");
    }

    @Test
    void no_page_runs_a_script_that_stands_in_it() {
        for (String path : List.of("/auth/login", "/console/")) {
            Answer page = PLANE.get(path).host(ACME.host()).send();
            assertThat(page.header("content-security-policy"))
                    .as(path)
                    .contains("script-src 'self';", "frame-ancestors 'none'");
            assertThat(page.header("x-frame-options")).isEqualTo("DENY");
            assertThat(page.header("x-content-type-options")).isEqualTo("nosniff");
            assertThat(page.header("referrer-policy")).isEqualTo("same-origin");
        }
    }

    @Test
    void a_form_that_is_none_is_refused() {
        for (String type : List.of("application/json", "text/plain", "multipart/form-data; boundary=x", "")) {
            Answer answer = PLANE.post("/auth/login")
                    .host(ACME.host())
                    .body(type, "email=a&password=b")
                    .send();
            assertThat(answer.status()).as(type).isEqualTo(400);
        }
        assertThat(PLANE.post("/auth/login")
                        .host(ACME.host())
                        .form("email", "a", "email", "b")
                        .send()
                        .status())
                .isEqualTo(400);
        assertThat(PLANE.post("/auth/login")
                        .host(ACME.host())
                        .body("application/x-www-form-urlencoded", "email=%zz")
                        .send()
                        .status())
                .isEqualTo(400);
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
}
