package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.signin.provider.Browser;
import queencell.signin.provider.Person;
import queencell.signin.provider.Visit;

/// Who may do what on the public port (runtime, 18; console, 1.1).
class PublicDoorTest {
    private static final String GRAPH = PublicGate.URL + "/v1/apps/shop/graphs/orders";
    private static PublicGate gate;

    @BeforeAll
    static void open() {
        gate = new PublicGate(Map.of());
    }

    @AfterAll
    static void close() {
        gate.close();
    }

    @BeforeEach
    void nobody_is_admin() {
        gate.admins("");
    }

    /// The browser would have no cookie to show where Google sends it.
    @Test
    void a_sign_in_that_begins_under_another_name_of_this_gate_never_comes_to_its_end() {
        gate.google().seats(Person.of("4711", "a@acme.example"));
        var somewhere = "http://other.test/api/auth/google/login?next=%2Fapi%2Fme%3Fa%3D1";
        Visit visit = gate.browser().knowing("other.test", gate.publicPort()).open(somewhere);
        assertThat(visit.status()).isEqualTo(200);
        assertThat(visit.url()).isEqualTo(PublicGate.URL + "/api/me?a=1");
        assertThat(visit.body()).contains("a@acme.example");
    }

    private static Browser signedIn(String email) {
        gate.google().seats(Person.of("4711", email));
        Browser browser = gate.browser();
        assertThat(browser.open(PublicGate.URL + "/api/auth/google/login?next=/api/me")
                        .status())
                .isEqualTo(200);
        return browser;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/me",
                "/api/version",
                "/v1/apps/shop/graphs/orders",
                "/no/such/route",
                "/api",
                "/api/authority",
                "/%61pi/auth/google/login",
                "/assets",
                "/metrics"
            })
    void a_route_that_somebody_forgot_to_protect_is_protected_all_the_same(String path) {
        Browser stranger = gate.browser();
        Visit program = stranger.fetch("GET", PublicGate.URL + path);
        assertThat(program.status()).isEqualTo(401);
        assertThat(program.body()).contains("sign_in_required");
        assertThat(stranger.fetch("PUT", PublicGate.URL + path).status()).isEqualTo(401);
        Visit person = stranger.step(PublicGate.URL + path);
        assertThat(person.status()).isEqualTo(302);
        assertThat(person.header("location"))
                .startsWith("/api/auth/google/login?next=%2F")
                .doesNotContain("evil");
    }

    @Test
    void probes_and_the_public_bytes_of_the_console_need_no_session() {
        for (String path : List.of("/health", "/readyz", "/", "/favicon.ico", "/assets/app.js")) {
            assertThat(gate.browser().fetch("GET", PublicGate.URL + path).status())
                    .as(path)
                    .isIn(200, 204, 404, 503);
        }
        assertThat(gate.browser().fetch("GET", PublicGate.URL + "/health").status())
                .isEqualTo(200);
    }

    @Test
    void an_account_looks_and_only_an_admin_changes_from_the_next_request_on() {
        Browser browser = signedIn("Ops@acme.example");
        Visit refused = browser.fetch("DELETE", GRAPH);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("read_only", "GATE_ADMIN_EMAILS", "ops@acme.example");
        assertThat(browser.fetch("OPTIONS", GRAPH).status()).isEqualTo(403);
        assertThat(browser.fetch("GET", GRAPH).status()).isEqualTo(404);

        gate.admins("someone@acme.example, OPS@acme.example");
        assertThat(browser.fetch("GET", PublicGate.URL + "/api/me").body()).contains("\"role\":\"admin\"");
        // the broker is away, which only those hear of who may change
        assertThat(browser.fetch("DELETE", GRAPH).status()).isEqualTo(502);

        gate.admins("someone@acme.example");
        assertThat(browser.fetch("DELETE", GRAPH).status()).isEqualTo(403);
    }

    @Test
    void a_look_alike_of_an_admin_is_none() {
        gate.admins("kim@acme.example");
        for (String email : List.of("\u212Aim@acme.example", "k\u0131m@acme.example", "kim@acme.example.")) {
            gate.google().seats(Person.of("1", email).with("hd", "acme.example"));
            Browser browser = gate.browser();
            browser.open(PublicGate.URL + "/api/auth/google/login?next=/api/me");
            assertThat(browser.fetch("DELETE", GRAPH).status()).as(email).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: http://gate.test.evil.example",
                "Origin: https://gate.test",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site"
            })
    void a_page_of_another_origin_changes_nothing_with_the_session_of_an_admin(String header) {
        gate.admins("ops@acme.example");
        Browser browser = signedIn("ops@acme.example");
        String cookie = "Cookie: gate_session=" + browser.cookie("gate.test", "gate_session");
        for (String route : List.of("DELETE " + GRAPH, "POST " + PublicGate.URL + "/api/auth/logout")) {
            String[] parts = route.split(" ");
            Visit visit = gate.browser().bare(parts[0], parts[1], cookie, header);
            assertThat(visit.status()).as(route).isEqualTo(403);
            assertThat(visit.body()).contains("foreign_origin");
            assertThat(visit.all("set-cookie")).isEmpty();
        }
    }

    @Test
    void a_session_counts_on_whichever_line_of_cookies_it_stands() {
        Browser browser = signedIn("ops@acme.example");
        String session = "Cookie: gate_session=" + browser.cookie("gate.test", "gate_session");
        assertThat(gate.browser()
                        .bare("GET", PublicGate.URL + "/api/me", "Cookie: theme=dark", session)
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"})
    void a_form_cannot_change_anything(String type) {
        gate.admins("ops@acme.example");
        Browser browser = signedIn("ops@acme.example");
        Visit visit = browser.fetch("POST", GRAPH + "/nodes/n/push", "Content-Type: " + type);
        assertThat(visit.status()).isEqualTo(415);
        assertThat(visit.body()).contains("application/json");
        assertThat(browser.fetch("POST", GRAPH + "/nodes/n/push", "Content-Type: application/problem+json; x=y")
                        .status())
                .isNotIn(415, 403);
    }

    @Test
    void whoever_signs_out_is_out_and_may_do_it_twice() {
        Browser browser = signedIn("ops@acme.example");
        for (int time = 0; time < 2; time++) {
            Visit out = browser.fetch("POST", PublicGate.URL + "/api/auth/logout");
            assertThat(out.status()).isEqualTo(204);
            assertThat(out.header("set-cookie")).isEqualTo("gate_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
            assertThat(browser.fetch("GET", PublicGate.URL + "/api/me").status())
                    .isEqualTo(401);
        }
    }

    @Test
    void a_token_that_gate_did_not_make_for_a_session_is_none() throws JOSEException {
        Browser honest = gate.browser();
        String state = honest.step(PublicGate.URL + "/api/auth/google/login")
                .header("location")
                .replaceAll(".*[?&]state=([^&]+).*", "$1");
        JWTClaimsSet good = new JWTClaimsSet.Builder()
                .subject("1")
                .claim("email", "ops@acme.example")
                .claim("typ", "session")
                .expirationTime(Date.from(Instant.now().plusSeconds(60)))
                .build();
        var ended = new JWTClaimsSet.Builder(good)
                .expirationTime(Date.from(Instant.now().minusSeconds(1)))
                .build();
        assertThat(me(signed(good, JWSAlgorithm.HS256, PublicGate.SECRET))).isEqualTo(200);
        for (String token : List.of(
                "nonsense",
                state,
                new PlainJWT(good).serialize(),
                signed(good, JWSAlgorithm.HS256, "another secret of more than 32 bytes"),
                signed(good, JWSAlgorithm.HS512, PublicGate.SECRET.repeat(2)),
                signed(ended, JWSAlgorithm.HS256, PublicGate.SECRET),
                signed(
                        new JWTClaimsSet.Builder(good).expirationTime(null).build(),
                        JWSAlgorithm.HS256,
                        PublicGate.SECRET),
                signed(
                        new JWTClaimsSet.Builder(good).claim("typ", null).build(),
                        JWSAlgorithm.HS256,
                        PublicGate.SECRET),
                signed(
                        new JWTClaimsSet.Builder(good).claim("typ", "state").build(),
                        JWSAlgorithm.HS256,
                        PublicGate.SECRET),
                signed(
                        new JWTClaimsSet.Builder(good).claim("email", "no-at").build(),
                        JWSAlgorithm.HS256,
                        PublicGate.SECRET))) {
            assertThat(me(token)).as(token).isEqualTo(401);
        }
    }

    private static String signed(JWTClaimsSet claims, JWSAlgorithm algorithm, String secret) throws JOSEException {
        var jwt = new SignedJWT(new JWSHeader(algorithm), claims);
        jwt.sign(new MACSigner(secret));
        return jwt.serialize();
    }

    private static int me(String token) {
        return gate.browser()
                .bare("GET", PublicGate.URL + "/api/me", "Cookie: gate_session=" + token)
                .status();
    }

    @Test
    void an_answer_is_neither_kept_nor_framed_nor_guessed_at() {
        for (String path : List.of("/api/me", "/health", "/no/such/route")) {
            Visit visit = gate.browser().fetch("GET", PublicGate.URL + path);
            assertThat(visit.header("cache-control")).as(path).isEqualTo("no-store");
            assertThat(visit.header("x-content-type-options")).isEqualTo("nosniff");
            assertThat(visit.header("x-frame-options")).isEqualTo("DENY");
            assertThat(visit.header("content-security-policy")).contains("script-src 'self'", "frame-ancestors 'none'");
            assertThat(visit.headers()).doesNotContainKey("strict-transport-security");
        }
    }

    @Test
    void the_development_identity_is_everybody_and_ends_with_its_setting() {
        try (var dev = new PublicGate(Map.of(
                "GATE_DEV_EMAIL", "dev@localhost",
                "GATE_ADMIN_EMAILS", "dev@localhost",
                "GOOGLE_CLIENT_ID", ""))) {
            assertThat(dev.browser().fetch("GET", PublicGate.URL + "/api/me").body())
                    .contains("\"actor\":\"dev\"", "\"role\":\"admin\"");
            assertThat(dev.browser()
                            .fetch("GET", PublicGate.URL + "/api/auth/google/login")
                            .status())
                    .isEqualTo(404);
            dev.admins("");
            assertThat(dev.browser().fetch("GET", PublicGate.URL + "/api/me").status())
                    .isEqualTo(503);
        }
    }
}
