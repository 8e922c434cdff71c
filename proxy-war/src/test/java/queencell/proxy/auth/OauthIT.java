package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.WebPlane;

/// Signing in with a provider, from the button to the session (proxy console, 6), with a GitHub on this machine.
class OauthIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final People ACME = People.of("acme-oauth");
    private static final Map<String, String> ANSWERS = new ConcurrentHashMap<>();
    private static HttpServer github;
    private static WebPlane plane;

    @BeforeAll
    static void open() throws IOException {
        github = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        github.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                byte[] body = ANSWERS.getOrDefault(exchange.getRequestURI().getPath(), "{}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        github.start();
        plane = new WebPlane(settings(Map.of()));
    }

    @AfterAll
    static void close() {
        plane.close();
        github.stop(0);
    }

    private static Map<String, String> settings(Map<String, String> more) {
        var settings = new HashMap<>(Map.of(
                "GITHUB_CLIENT_ID", "client",
                "GITHUB_CLIENT_SECRET", "s3cret",
                "QUEEN_PROXY_TEST_OAUTH_BASE",
                        "http://127.0.0.1:" + github.getAddress().getPort()));
        settings.putAll(more);
        return settings;
    }

    private record Out(String state, String cookie, String redirectUri) {}

    private static Out depart(WebPlane plane) {
        Answer out = plane.get("/auth/github?next=/console/").host("auth.test").send();
        assertThat(out.status()).isEqualTo(302);
        var query = new HashMap<String, String>();
        for (String pair : URI.create(out.header("location")).getRawQuery().split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return new Out(query.get("state"), out.cookie("queen_oauth"), query.get("redirect_uri"));
    }

    private static Answer arrive(WebPlane plane, Out out, String id, String email) {
        ANSWERS.put("/github/login/oauth/access_token", "{\"access_token\":\"gho_x\"}");
        ANSWERS.put("/github/user", "{\"id\":%s}".formatted(id));
        ANSWERS.put("/github/user/emails", "[{\"email\":\"%s\",\"primary\":true,\"verified\":true}]".formatted(email));
        return back(plane, out);
    }

    private static Answer back(WebPlane plane, Out out) {
        return plane.get("/auth/github/callback?code=c0de&state=" + out.state())
                .host("auth.test")
                .header("Cookie", "queen_oauth=" + out.cookie())
                .send();
    }

    private static String whoIs(WebPlane plane, Answer answer) {
        assertThat(answer.status()).isEqualTo(303);
        return plane.get("/auth/me")
                .cookie(answer.cookie("queen_session"))
                .send()
                .json()
                .path("email")
                .asText();
    }

    @Test
    void a_known_address_is_linked_on_the_first_sign_in_and_the_account_counts_from_then_on() {
        String email = ACME.add("linked", "viewer");
        Answer first = arrive(plane, depart(plane), "1001", email.toUpperCase());
        assertThat(first.header("location")).isEqualTo("/console/");
        assertThat(first.all("set-cookie"))
                .anySatisfy(cookie ->
                        assertThat(cookie).startsWith("queen_oauth=; Path=/auth; HttpOnly; SameSite=Lax; Max-Age=0"));
        assertThat(whoIs(plane, first)).isEqualTo(email);
        assertThat(ACME.audited("identity_linked")).isPositive();

        // the address at the provider changes, even to somebody else's: it is still the same account
        String other = ACME.add("somebody", "admin");
        assertThat(whoIs(plane, arrive(plane, depart(plane), "1001", other))).isEqualTo(email);
        assertThat(SERVER.value("select count(*) from queen_proxy.identities where provider_id = '1001'"))
                .isEqualTo("1");
    }

    @Test
    void a_stranger_stays_outside() {
        Answer answer = arrive(plane, depart(plane), "1002", "stranger@nowhere.example");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("not_provisioned");
        Answer lookAlike = arrive(plane, depart(plane), "1003", "adm\u0131n@acme-oauth.example");
        assertThat(lookAlike.code()).isEqualTo("not_provisioned");
        assertThat(SERVER.value("select count(*) from queen_proxy.identities where provider_id in ('1002', '1003')"))
                .isEqualTo("0");
    }

    @Test
    void a_login_of_an_attacker_cannot_be_planted_into_another_browser() {
        Out attacker = depart(plane);
        Out victim = depart(plane);
        assertThat(back(plane, new Out(attacker.state(), victim.cookie(), "")).code())
                .isEqualTo("invalid_state");
        assertThat(back(plane, new Out(attacker.state(), "", "")).code()).isEqualTo("invalid_state");
        assertThat(plane.get("/auth/github/callback?code=c&state=" + attacker.state())
                        .host("auth.test")
                        .send()
                        .all("set-cookie"))
                .allSatisfy(cookie -> assertThat(cookie).startsWith("queen_oauth=;"));
    }

    @Test
    void a_way_back_is_good_once() {
        String email = ACME.add("once", "viewer");
        Out out = depart(plane);
        assertThat(arrive(plane, out, "1004", email).status()).isEqualTo(303);
        assertThat(arrive(plane, out, "1004", email).code()).isEqualTo("invalid_state");
    }

    @Test
    void the_refusals_of_the_way_back_come_in_their_order() {
        assertThat(plane.get("/auth/google/callback?error=access_denied")
                        .host("auth.test")
                        .send()
                        .code())
                .isEqualTo("invalid_request");
        assertThat(plane.get("/auth/google/callback?code=c&state=x")
                        .host("auth.test")
                        .send()
                        .code())
                .isEqualTo("not_configured");
        assertThat(plane.get("/auth/google").host("auth.test").send().code()).isEqualTo("not_configured");
        assertThat(plane.get("/auth/gitlab").host("auth.test").send().status()).isEqualTo(404);
        Out out = depart(plane);
        Answer noCode = plane.get("/auth/github/callback?state=" + out.state())
                .host("auth.test")
                .header("Cookie", "queen_oauth=" + out.cookie())
                .send();
        assertThat(noCode.code()).isEqualTo("invalid_request");
        Answer page = plane.get("/auth/github/callback?code=c&state=x")
                .host("auth.test")
                .header("Accept", "text/html")
                .send();
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.body()).contains("Sign in with GitHub", "start again").doesNotContain("Sign in with Google");
    }

    @Test
    void the_address_to_come_back_to_is_ours() {
        assertThat(depart(plane).redirectUri()).isEqualTo("http://auth.test/auth/github/callback");
        try (var pinned = new WebPlane(settings(Map.of("QUEEN_PROXY_PUBLIC_URL", "https://console.test/")));
                var unpinned = new WebPlane(settings(Map.of("QUEEN_PROXY_AUTH_HOST", "true")))) {
            assertThat(depart(pinned).redirectUri()).isEqualTo("https://console.test/auth/github/callback");
            Answer answer = unpinned.get("/auth/github").send();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).doesNotContain("QUEEN_PROXY");
        }
    }

    @Test
    void a_stranger_is_taken_in_where_the_operator_says_so() {
        String tenant = "t-acme-oauth";
        try (var open = new WebPlane(settings(Map.of(
                "QUEEN_PROXY_AUTOPROVISION", "true",
                "QUEEN_PROXY_AUTOPROVISION_TENANT", tenant,
                "GITHUB_ALLOWED_DOMAINS", "Acme-OAuth.example")))) {
            assertThat(arrive(open, depart(open), "2001", "x@elsewhere.example").code())
                    .isEqualTo("domain_not_allowed");
            Answer answer = arrive(open, depart(open), "2002", "fresh@acme-oauth.example");
            assertThat(whoIs(open, answer)).isEqualTo("fresh@acme-oauth.example");
            assertThat(ACME.roleOf("fresh@acme-oauth.example")).isEqualTo("viewer");
            assertThat(ACME.audited("signup")).isOne();
        }
        try (var lost = new WebPlane(settings(Map.of(
                "QUEEN_PROXY_AUTOPROVISION", "true",
                "QUEEN_PROXY_AUTOPROVISION_TENANT", "no-such-tenant",
                "QUEEN_PROXY_AUTOPROVISION_ANY_DOMAIN", "true")))) {
            Answer answer = arrive(lost, depart(lost), "2003", "lost@nowhere.example");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(List.of(SERVER.value(
                            "select count(*) from queen_proxy.users where email = 'lost@nowhere.example'")))
                    .containsExactly("0");
        }
    }

    @Test
    void the_first_admin_signs_in_with_the_password_of_the_bootstrap() {
        String cell =
                SERVER.value("select cell_id from queen_proxy.clusters where id = '%s'".formatted(ACME.cluster()));
        SERVER.value(
                "select queen_proxy.bootstrap_tenant('t-first', 'First', 'first-oauth', 'free', '%s', 'boss@first.example', 'fïrst pass')"
                        .formatted(cell));
        Answer answer = plane.post("/auth/login")
                .form("email", "boss@first.example", "password", "fïrst pass", "next", "/")
                .send();
        assertThat(whoIs(plane, answer)).isEqualTo("boss@first.example");
    }
}
