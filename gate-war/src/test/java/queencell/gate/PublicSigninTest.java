package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.signin.provider.Browser;
import queencell.signin.provider.GoogleSite.Forgery;
import queencell.signin.provider.Person;
import queencell.signin.provider.Visit;

/// Signing in on the public port, through a real OpenID provider and a browser (runtime, 18).
class PublicSigninTest {
    private static final String LOGIN = PublicGate.URL + "/api/auth/google/login";
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
    void an_honest_person_of_acme() {
        gate.google().seats(Person.of("4711", "Ops@Acme.example"));
        gate.provider().away(false);
    }

    @Test
    void a_person_who_signs_in_ends_where_he_wanted_to_go() {
        Browser browser = gate.browser();
        Visit visit = browser.open(PublicGate.URL + "/api/me?tab=1");

        assertThat(visit.url()).isEqualTo(PublicGate.URL + "/api/me?tab=1");
        assertThat(visit.status()).as(visit.body()).isEqualTo(200);
        assertThat(visit.body()).contains("\"actor\":\"google\"", "\"role\":\"viewer\"", "\"ops@acme.example\"");
        assertThat(visit.body()).containsPattern("\"expires_at\":\\d{10}\\b");
        assertThat(visit.trail()).hasSize(5);
        assertThat(visit.trail().get(2))
                .contains("/google/o/oauth2/v2/auth?")
                .contains("hd=acme.example", "prompt=select_account", "code_challenge_method=S256")
                .contains("redirect_uri=http%3A%2F%2Fgate.test%2Fapi%2Fauth%2Fgoogle%2Fcallback");
        assertThat(browser.cookie("gate.test", "gate_oauth")).isEmpty();
    }

    @Test
    void cookies_that_scripts_could_read_or_foreign_pages_could_use_would_be_stolen() {
        Browser browser = gate.browser();
        Visit out = browser.step(LOGIN);
        assertThat(out.all("set-cookie"))
                .singleElement()
                .satisfies(cookie -> assertThat(cookie)
                        .matches("gate_oauth=[\\w-]{43}; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=300"));
        Visit back = browser.step(browser.step(out.header("location")).header("location"));
        assertThat(back.status()).isEqualTo(303);
        assertThat(back.header("cache-control")).isEqualTo("no-store");
        assertThat(back.all("set-cookie"))
                .anySatisfy(cookie -> assertThat(cookie)
                        .matches("gate_session=[\\w.-]+; Path=/; HttpOnly; SameSite=Lax; Max-Age=28800"))
                .anySatisfy(cookie ->
                        assertThat(cookie).isEqualTo("gate_oauth=; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "/%5Cevil.example",
                "https:%2F%2Fevil.example",
                "%2F%2Fevil.example",
                "/%0Aevil",
                "javascript:alert(1)",
                "evil.example"
            })
    void a_next_that_leads_elsewhere_leads_home(String next) {
        Visit visit = gate.browser().open(LOGIN + "?next=" + next);
        assertThat(visit.url()).isEqualTo(PublicGate.URL + "/");
    }

    /// The address that Google sends the browser back to.
    private static String wayBack(Browser browser) {
        return browser.step(browser.step(LOGIN).header("location")).header("location");
    }

    @Test
    void a_login_of_an_attacker_cannot_be_planted_into_another_browser() {
        Browser attacker = gate.browser();
        String callback = wayBack(attacker);

        Browser victim = gate.browser();
        assertThat(victim.step(callback).status()).isEqualTo(400);
        victim.step(LOGIN);
        Visit swapped = victim.step(callback);
        assertThat(swapped.status()).isEqualTo(400);
        assertThat(swapped.body()).contains("invalid_state");
        assertThat(victim.cookie("gate.test", "gate_session")).isEmpty();
        // whoever began it may still end it, once
        assertThat(attacker.step(callback).status()).isEqualTo(303);
    }

    @Test
    void a_cookie_that_a_sibling_host_tossed_on_a_line_of_its_own_spoils_the_sign_in() {
        Browser attacker = gate.browser();
        wayBack(attacker);
        Browser victim = gate.browser();
        String callback = wayBack(victim);
        Visit spoilt = gate.browser()
                .bare(
                        "GET",
                        callback,
                        "Cookie: gate_oauth=" + victim.cookie("gate.test", "gate_oauth"),
                        "Cookie: gate_oauth=" + attacker.cookie("gate.test", "gate_oauth"));
        assertThat(spoilt.status()).isEqualTo(400);
        assertThat(spoilt.body()).contains("invalid_state");
    }

    @Test
    void a_way_back_that_was_used_cannot_be_used_again() {
        Browser browser = gate.browser();
        String callback = wayBack(browser);
        String cookie = browser.cookie("gate.test", "gate_oauth");
        assertThat(browser.step(callback).status()).isEqualTo(303);
        browser.plant("gate.test", "/api/auth", "gate_oauth", cookie);
        assertThat(browser.step(callback).body()).contains("invalid_state");
    }

    @Test
    void a_code_of_another_sign_in_is_refused_by_google_because_its_verifier_is_another() {
        String stolen = wayBack(gate.browser());
        Browser victim = gate.browser();
        String own = wayBack(victim);
        String mixed = own.replaceFirst("code=[^&]+", "code=" + stolen.replaceAll(".*code=([^&]+).*", "$1"));

        Visit visit = victim.step(mixed);
        assertThat(visit.status()).isEqualTo(502);
        assertThat(visit.body()).contains("invalid_grant");
    }

    @Test
    void a_way_back_without_its_parts_is_refused_before_google_is_asked() {
        Browser browser = gate.browser();
        String callback = wayBack(browser);
        int asked = gate.provider().asked().size();
        String base = PublicGate.URL + "/api/auth/google/callback";
        for (String wrong : new String[] {
            base,
            base + "?code=x",
            base + "?state=x&code=y",
            callback.replaceFirst("state=\\w", "state=_"),
            callback.replaceFirst("code=[^&]+", "code="),
            base + "?error=access_denied"
        }) {
            assertThat(browser.another().step(wrong).status()).as(wrong).isEqualTo(400);
        }
        assertThat(gate.provider().asked()).hasSize(asked);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("queencell.signin.provider.Forgeries#untrusted")
    void a_token_that_google_did_not_make_for_us_opens_nothing(String name, Forgery forgery) {
        gate.google().forges(forgery);
        Browser browser = gate.browser();
        Visit visit = browser.open(LOGIN);
        assertThat(visit.status()).as(visit.body()).isEqualTo(401);
        assertThat(browser.cookie("gate.test", "gate_session")).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("queencell.signin.provider.Forgeries#genuine")
    void a_token_for_another_sign_in_or_about_nobody_is_refused(String name, Forgery forgery) {
        gate.google().forges(forgery);
        Visit visit = gate.browser().open(LOGIN);
        assertThat(visit.status()).isEqualTo(400);
        assertThat(visit.body()).contains(name.endsWith("sign-in") ? "invalid_state" : "invalid_request");
    }

    @Test
    void an_account_of_another_domain_or_without_a_proven_address_stays_outside() {
        for (String email : new String[] {
            "x@evil.example",
            "x@acme.example.evil.example",
            "x@notacme.example",
            "x@acme.example@evil.example",
            "x@\u0430cme.example"
        }) {
            gate.google().seats(Person.of("1", email));
            Visit visit = gate.browser().open(LOGIN);
            assertThat(visit.status()).as(email).isEqualTo(403);
            assertThat(visit.body()).contains("domain_not_allowed").doesNotContain("evil.example");
        }
        gate.google().seats(Person.of("1", "x@acme.example").unverified());
        assertThat(gate.browser().open(LOGIN).body()).contains("email_unverified");
        gate.google().seats(Person.of("1", "x@elsewhere.example").with("hd", "Other.example"));
        assertThat(gate.browser().open(LOGIN + "?next=/api/me").status()).isEqualTo(200);
    }

    @Test
    void a_google_that_is_away_is_no_fault_of_the_person() {
        Browser browser = gate.browser();
        String callback = wayBack(browser);
        gate.provider().away(true);
        Visit visit = browser.step(callback);
        assertThat(visit.status()).isEqualTo(502);
        assertThat(visit.body()).contains("bad_gateway", "connection");
    }
}
