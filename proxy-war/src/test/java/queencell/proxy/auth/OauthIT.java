package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.HeardLog;
import queencell.proxy.database.DatabaseRoad;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.SigninPlane;
import queencell.proxy.web.WebPlane;
import queencell.signin.provider.Browser;
import queencell.signin.provider.Person;
import queencell.signin.provider.Visit;

/// Signing in with a provider, from the button to the session: who the person is, and who is taken in (proxy
/// console, 6.1 and 6.5).
class OauthIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final People ACME = People.of("acme-oauth");
    private static SigninPlane plane;

    @BeforeAll
    static void open() {
        plane = new SigninPlane(Map.of());
    }

    @AfterAll
    static void close() {
        plane.close();
    }

    private static Browser arriving(SigninPlane at, String provider, Person person) {
        if (provider.equals("google")) {
            at.google().seats(person);
        } else {
            at.github().seats(person);
        }
        Browser browser = at.browser();
        at.signIn(browser, provider);
        return browser;
    }

    @ParameterizedTest
    @ValueSource(strings = {"google", "github"})
    void a_known_address_is_linked_on_the_first_sign_in_and_the_account_counts_from_then_on(String provider) {
        String email = ACME.add("linked-" + provider, "viewer");
        plane.google().seats(Person.of("1001", email.toUpperCase()));
        plane.github().seats(Person.of("1001", email.toUpperCase()));
        Browser browser = plane.browser();
        Visit visit = plane.signIn(browser, provider);
        assertThat(visit.url()).isEqualTo(SigninPlane.URL + "/auth/me");
        assertThat(visit.body()).contains("\"" + email + "\"");
        assertThat(browser.cookie("auth.test", "queen_oauth")).isEmpty();
        assertThat(ACME.audited("identity_linked")).isPositive();
        assertThat(ACME.audited("login")).isPositive();

        // the address at the provider changes, even to somebody else's: it is still the same account
        String other = ACME.add("somebody-" + provider, "admin");
        assertThat(SigninPlane.whoIs(arriving(plane, provider, Person.of("1001", other))))
                .isEqualTo(email);
        assertThat(SERVER.value("select count(*) from queen_proxy.identities where provider_id = '1001'"
                        + " and provider = '%s'".formatted(provider)))
                .isEqualTo("1");
    }

    @Test
    void a_line_about_a_link_tells_an_address_or_not_who_it_was() {
        String email = ACME.add("heard", "viewer");
        try (var log = new HeardLog()) {
            arriving(plane, "github", Person.of("1099", email));

            assertThat(log.lines("account_linked"))
                    .singleElement()
                    .asString()
                    .contains(" provider=github ", " user=" + ACME.idOf(email), " client=127.0.0.1")
                    .doesNotContain(email);
        }
    }

    @Test
    void a_stranger_or_a_look_alike_stays_outside() {
        int account = 1002;
        for (String email : new String[] {
            "stranger@nowhere.example",
            "adm\u0131n@acme-oauth.example",
            "\u0430dmin@acme-oauth.example",
            "admin@\u212Ame-oauth.example",
            "admin@acme-oauth.example.evil.example"
        }) {
            plane.github().seats(Person.of(Integer.toString(account++), email));
            Browser browser = plane.browser();
            Visit visit = plane.signIn(browser, "github");
            assertThat(visit.status()).as(email).isEqualTo(403);
            assertThat(visit.body()).contains("Nobody is known here under this e-mail address");
            assertThat(SigninPlane.whoIs(browser)).isEmpty();
        }
        assertThat(SERVER.value(
                        "select count(*) from queen_proxy.identities where provider_id between '1002' and '1006'"))
                .isEqualTo("0");
    }

    @Test
    void an_address_that_github_has_not_verified_is_nobodys() {
        String email = ACME.add("unproven", "viewer");
        plane.github().seats(Person.of("1010", email).unverified());
        Visit visit = plane.signIn(plane.browser(), "github");
        assertThat(visit.status()).isEqualTo(403);
        assertThat(visit.body()).contains("has not verified");
    }

    @Test
    void a_person_sees_what_went_wrong_on_the_page_and_a_program_as_json() {
        try (var half = new WebPlane(Map.of("GITHUB_CLIENT_ID", "id", "GITHUB_CLIENT_SECRET", "secret"))) {
            assertThat(half.get("/auth/google/callback?error=access_denied")
                            .send()
                            .code())
                    .isEqualTo("invalid_request");
            assertThat(half.get("/auth/google/callback?code=c&state=x").send().code())
                    .isEqualTo("not_configured");
            assertThat(half.get("/auth/google").send().code()).isEqualTo("not_configured");
            assertThat(half.get("/auth/gitlab").send().status()).isEqualTo(404);
            Answer page = half.get("/auth/github/callback?code=c&state=x")
                    .header("Accept", "text/html")
                    .send();
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.body())
                    .contains("Sign in with GitHub", "start again")
                    .doesNotContain("Sign in with Google");
        }
    }

    @Test
    void a_database_that_falls_silent_on_the_way_back_is_told_on_the_page_and_the_way_is_used_up() {
        String email = ACME.add("unlucky", "viewer");
        try (DatabaseRoad road = SERVER.road();
                var cut = new SigninPlane(Map.of(), SERVER.pxdb(road))) {
            cut.github().seats(Person.of("3001", email));
            Browser person = cut.browser();
            String callback = SigninPlane.wayBack(person, "github");
            Browser program = cut.browser();
            String programs = SigninPlane.wayBack(program, "github");
            road.cut();

            Visit page = person.step(callback);
            assertThat(page.status()).isEqualTo(502);
            assertThat(page.header("content-type")).startsWith("text/html");
            assertThat(page.body()).contains("Sign in with GitHub", "database failed");
            assertThat(person.cookie("auth.test", "queen_oauth")).isEmpty();
            Visit json = program.bare("GET", programs);
            assertThat(json.status()).isEqualTo(502);
            assertThat(json.body()).contains("\"bad_gateway\"");
            assertThat(program.cookie("auth.test", "queen_oauth")).isEmpty();
        }
    }

    @Test
    void the_address_to_come_back_to_is_ours() {
        assertThat(plane.plane().get("/auth/google").send().header("location")).doesNotContain("hd=");
        assertThat(departure(plane.plane())).contains("redirect_uri=http%3A%2F%2Fauth.test%2Fauth%2Fgithub%2Fcallback");
        try (var pinned = new SigninPlane(Map.of("QUEEN_PROXY_PUBLIC_URL", "https://console.test/"));
                var unpinned = new SigninPlane(Map.of("QUEEN_PROXY_AUTH_HOST", "true"))) {
            assertThat(pinned.plane()
                            .get("/auth/github")
                            .host("console.test")
                            .send()
                            .header("location"))
                    .contains("redirect_uri=https%3A%2F%2Fconsole.test%2Fauth%2Fgithub%2Fcallback");
            Answer answer = unpinned.plane().get("/auth/github").send();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.code()).isEqualTo("internal");
            assertThat(answer.body()).doesNotContain("QUEEN_PROXY");
        }
    }

    /// The browser would have no cookie to show where the provider sends it.
    @Test
    void a_sign_in_begins_on_a_host_to_which_the_provider_does_not_come_back() {
        try (var pinned = new SigninPlane(Map.of("QUEEN_PROXY_PUBLIC_URL", "https://console.test/"))) {
            Answer moved = pinned.plane()
                    .get("/auth/github?next=%2Fconsole%2F%3Fcluster%3Da")
                    .host("acme-oauth.test")
                    .send();
            assertThat(moved.status()).isEqualTo(302);
            assertThat(moved.headers()).doesNotContainKey("set-cookie");
            String there = moved.header("location");
            assertThat(there).isEqualTo("https://console.test/auth/github?next=%2Fconsole%2F%3Fcluster%3Da&sent=1");

            // whatever host a balancer shows then, it is not sent round
            Answer departed = pinned.plane()
                    .get(there.substring("https://console.test".length()))
                    .host("10.0.0.1")
                    .send();
            assertThat(departed.header("location")).contains("redirect_uri=https%3A%2F%2Fconsole.test%2F");
            assertThat(departed.headers()).containsKey("set-cookie");
        }
    }

    private static String departure(WebPlane from) {
        return from.get("/auth/github").host("auth.test").send().header("location");
    }

    @Test
    void a_stranger_is_taken_in_where_the_operator_says_so_and_a_failure_leaves_nothing() {
        try (var open = new SigninPlane(Map.of(
                "QUEEN_PROXY_AUTOPROVISION", "true",
                "QUEEN_PROXY_AUTOPROVISION_TENANT", "t-acme-oauth",
                "GOOGLE_ALLOWED_DOMAINS", "acme-oauth.example",
                "GITHUB_ALLOWED_DOMAINS", "Acme-OAuth.example"))) {
            assertThat(open.plane().get("/auth/google").send().header("location"))
                    .contains("&hd=acme-oauth.example");
            open.github().seats(Person.of("2001", "x@elsewhere.example"));
            Visit refused = open.signIn(open.browser(), "github");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).contains("of this domain").doesNotContain("elsewhere.example");
            assertThat(SigninPlane.whoIs(arriving(open, "github", Person.of("2002", "fresh@acme-oauth.example"))))
                    .isEqualTo("fresh@acme-oauth.example");
            assertThat(ACME.roleOf("fresh@acme-oauth.example")).isEqualTo("viewer");
            assertThat(ACME.audited("signup")).isOne();
        }
        try (var lost = new SigninPlane(Map.of(
                "QUEEN_PROXY_AUTOPROVISION", "true",
                "QUEEN_PROXY_AUTOPROVISION_TENANT", "no-such-tenant",
                "QUEEN_PROXY_AUTOPROVISION_ANY_DOMAIN", "true"))) {
            lost.github().seats(Person.of("2003", "lost@nowhere.example"));
            assertThat(lost.signIn(lost.browser(), "github").status()).isEqualTo(500);
            assertThat(SERVER.value(
                            "select (select count(*) from queen_proxy.users where email = 'lost@nowhere.example')"
                                    + " + (select count(*) from queen_proxy.identities where provider_id = '2003')"))
                    .isEqualTo("0");
        }
    }

    @Test
    void whoever_joins_a_tenant_without_clusters_gets_in_and_sees_none() {
        SERVER.value("select queen_proxy.create_tenant('t-empty-oauth', 'Empty')");
        try (var open = new SigninPlane(Map.of(
                "QUEEN_PROXY_AUTOPROVISION", "true",
                "QUEEN_PROXY_AUTOPROVISION_TENANT", "t-empty-oauth",
                "QUEEN_PROXY_AUTOPROVISION_ANY_DOMAIN", "true",
                "QUEEN_PROXY_DEFAULT_ROLE", "king"))) {
            Browser browser = arriving(open, "github", Person.of("2004", "early@empty.example"));
            assertThat(browser.fetch("GET", SigninPlane.URL + "/auth/me").body())
                    .contains("\"email\":\"early@empty.example\"", "\"clusters\":[]");
        }
    }

    @Test
    void the_first_admin_signs_in_with_the_password_of_the_bootstrap() {
        String cell =
                SERVER.value("select cell_id from queen_proxy.clusters where id = '%s'".formatted(ACME.cluster()));
        SERVER.value(
                "select queen_proxy.bootstrap_tenant('t-first', 'First', 'first-oauth', 'free', '%s', 'boss@first.example', 'fïrst pass')"
                        .formatted(cell));
        Answer answer = plane.plane()
                .post("/auth/login")
                .form("email", "boss@first.example", "password", "fïrst pass", "next", "/")
                .send();
        assertThat(answer.status()).isEqualTo(303);
    }
}
