package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.web.People;
import queencell.proxy.web.SigninPlane;
import queencell.signin.provider.Browser;
import queencell.signin.provider.GoogleSite.Forgery;
import queencell.signin.provider.Person;
import queencell.signin.provider.Visit;

/// Attackers between the browser, a real OpenID provider and the proxy (proxy console, 6.2 and 6.3).
class HostileOauthIT {
    private static final People ACME = People.of("acme-hostile");
    private static final String VICTIM = ACME.add("victim", "admin");
    private static SigninPlane plane;

    @BeforeAll
    static void open() {
        plane = new SigninPlane(Map.of());
    }

    @AfterAll
    static void close() {
        plane.close();
    }

    @BeforeEach
    void honest() {
        plane.google().seats(Person.of("4711", VICTIM));
        plane.github().seats(Person.of("4711", VICTIM));
        plane.providers().away(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"google", "github"})
    void a_login_of_an_attacker_cannot_be_planted_into_another_browser(String provider) {
        Browser attacker = plane.browser();
        String callback = SigninPlane.wayBack(attacker, provider);

        Browser victim = plane.browser();
        assertThat(victim.step(callback).status()).isEqualTo(400);
        // not even into one that is just signing in itself
        SigninPlane.wayBack(victim, provider);
        Visit swapped = victim.step(callback);
        assertThat(swapped.status()).isEqualTo(400);
        assertThat(swapped.all("set-cookie"))
                .allSatisfy(cookie -> assertThat(cookie).startsWith("queen_oauth=;"));
        assertThat(SigninPlane.whoIs(victim)).isEmpty();
    }

    @Test
    void a_cookie_that_a_sibling_host_tossed_beside_ours_spoils_the_sign_in_and_opens_nothing() {
        Browser attacker = plane.browser();
        String callback = SigninPlane.wayBack(attacker, "google");
        Browser victim = plane.browser();
        SigninPlane.wayBack(victim, "google");
        victim.plant("auth.test", "/auth/google", "queen_oauth", attacker.cookie("auth.test", "queen_oauth"));
        assertThat(victim.step(callback).status()).isEqualTo(400);
        assertThat(SigninPlane.whoIs(victim)).isEmpty();
    }

    @Test
    void the_same_on_a_line_of_its_own_spoils_it_too() {
        Browser attacker = plane.browser();
        SigninPlane.wayBack(attacker, "google");
        Browser victim = plane.browser();
        String callback = SigninPlane.wayBack(victim, "google");
        Visit spoilt = plane.browser()
                .bare(
                        "GET",
                        callback,
                        "Cookie: queen_oauth=" + victim.cookie("auth.test", "queen_oauth"),
                        "Cookie: queen_oauth=" + attacker.cookie("auth.test", "queen_oauth"));
        assertThat(spoilt.status()).isEqualTo(400);
        assertThat(spoilt.body()).contains("invalid_state");
    }

    @ParameterizedTest
    @ValueSource(strings = {"google", "github"})
    void a_way_back_is_good_once(String provider) {
        Browser browser = plane.browser();
        String callback = SigninPlane.wayBack(browser, provider);
        String cookie = browser.cookie("auth.test", "queen_oauth");
        assertThat(browser.step(callback).status()).isEqualTo(303);
        browser.plant("auth.test", "/auth", "queen_oauth", cookie);
        Visit again = browser.step(callback);
        assertThat(again.status()).isEqualTo(400);
        assertThat(again.body()).contains("was used already");
    }

    @ParameterizedTest
    @ValueSource(strings = {"google", "github"})
    void a_stolen_code_is_worth_nothing_without_the_verifier_of_whoever_asked_for_it(String provider) {
        String stolen = SigninPlane.wayBack(plane.browser(), provider).replaceAll(".*[?&]code=([^&]+).*", "$1");
        Browser thief = plane.browser();
        String own = SigninPlane.wayBack(thief, provider);
        Visit visit = thief.step(own.replaceFirst("code=[^&]+", "code=" + stolen));
        assertThat(visit.status()).isEqualTo(502);
        assertThat(SigninPlane.whoIs(thief)).isEmpty();
    }

    @Test
    void a_state_that_was_changed_or_made_for_the_other_provider_is_refused() {
        Browser browser = plane.browser();
        String callback = SigninPlane.wayBack(browser, "google");
        int asked = plane.providers().asked().size();
        String state = callback.replaceAll(".*[?&]state=([^&]+).*", "$1");
        for (String wrong : new String[] {
            callback.replace(state, ""),
            callback.replace(state, "." + state),
            callback.replace(state, state.substring(1)),
            callback.replace(state, state.replace('.', '-')),
            callback.replace("/auth/google/", "/auth/github/")
        }) {
            Visit visit = browser.another().step(wrong);
            assertThat(visit.status()).as(wrong).isEqualTo(400);
        }
        assertThat(plane.providers().asked()).hasSize(asked);
    }

    @Test
    void a_provider_that_knows_our_addresses_sends_nobody_to_a_foreign_host() {
        Visit out = plane.browser().step(SigninPlane.URL + "/auth/google?next=/");
        String elsewhere = out.header("location")
                .replaceFirst(
                        "redirect_uri=[^&]+", "redirect_uri=http%3A%2F%2Fevil.example%2Fauth%2Fgoogle%2Fcallback");
        Visit page = plane.browser().step(elsewhere);
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.body()).contains("redirect_uri_mismatch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"//evil.example", "https:%2F%2Fevil.example", "/%5Cevil.example", "%2F%2Fevil.example"})
    void a_next_that_leads_elsewhere_leads_home_after_the_whole_way(String next) {
        Browser browser = plane.browser();
        String callback = browser.step(browser.step(SigninPlane.URL + "/auth/google?next=" + next)
                        .header("location"))
                .header("location");
        assertThat(browser.step(callback).header("location")).isEqualTo("/");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"queencell.signin.provider.Forgeries#untrusted", "queencell.signin.provider.Forgeries#genuine"})
    void a_token_that_google_did_not_make_for_this_sign_in_opens_nothing(String name, Forgery forgery) {
        plane.google().forges(forgery);
        Browser browser = plane.browser();
        Visit visit = plane.signIn(browser, "google");
        assertThat(visit.status()).as(visit.body()).isEqualTo(400);
        assertThat(SigninPlane.whoIs(browser)).isEmpty();
    }

    @Test
    void an_address_that_google_has_not_verified_is_nobodys() {
        plane.google().seats(Person.of("9", VICTIM).unverified());
        Browser browser = plane.browser();
        Visit visit = plane.signIn(browser, "google");
        assertThat(visit.status()).isEqualTo(403);
        assertThat(visit.body()).contains("has not verified");
        assertThat(SigninPlane.whoIs(browser)).isEmpty();
    }

    @Test
    void a_key_that_google_rotated_is_fetched_before_a_person_is_refused() {
        try (var fresh = new SigninPlane(Map.of())) {
            fresh.google().seats(Person.of("4711", VICTIM));
            fresh.google().rotates("k2", true);
            Browser browser = fresh.browser();
            fresh.signIn(browser, "google");
            assertThat(SigninPlane.whoIs(browser)).isEqualTo(VICTIM);
            // the next one within a minute is not asked for: a stranger may have made the name up
            fresh.google().rotates("k3", true);
            assertThat(fresh.signIn(fresh.browser(), "google").status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"google", "github"})
    void a_provider_that_is_away_is_no_fault_of_the_person(String provider) {
        Browser browser = plane.browser();
        String callback = SigninPlane.wayBack(browser, provider);
        plane.providers().away(true);
        Visit visit = browser.step(callback);
        assertThat(visit.status()).isEqualTo(502);
        assertThat(visit.body()).contains("identity provider failed");
    }

    @Test
    void a_session_that_was_planted_before_is_never_taken_over() {
        Browser browser = plane.browser();
        String planted = plane.plane().sessionOf(ACME.admin());
        browser.plant("auth.test", "/", "queen_session", planted);
        plane.signIn(browser, "google");
        assertThat(browser.cookie("auth.test", "queen_session")).isNotEqualTo(planted);
        assertThat(SigninPlane.whoIs(browser)).isEqualTo(VICTIM);
    }
}
