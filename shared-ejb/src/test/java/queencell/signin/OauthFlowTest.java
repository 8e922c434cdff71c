package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jose4j.jwk.OctetSequenceJsonWebKey;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import queencell.settings.Secret;
import queencell.web.RefusedException;

class OauthFlowTest {
    private static final String CALLBACK = "https://auth.example.com/auth/google/callback";

    private final FakeProvider provider = new FakeProvider();
    private final Outbound outbound = new Outbound(Duration.ofSeconds(10));
    private final OauthState states = new OauthState(OauthState.randomKey(), InstantSource.system());
    private final AtomicLong nanos = new AtomicLong();
    private final ProviderAddresses addresses = ProviderAddresses.under(provider.base());
    private final GoogleKeys googleKeys = new GoogleKeys(outbound, addresses.googleKeys(), nanos::get);

    @AfterEach
    void stop() {
        outbound.close();
        provider.close();
    }

    private GoogleFlow google(String... domains) {
        var client = new OauthClient(Provider.GOOGLE, "client", new Secret("s3cret"), List.of(domains));
        return new GoogleFlow(client, addresses, states, outbound, googleKeys, Optional.of("acme.example"));
    }

    private GithubFlow github(String... domains) {
        var client = new OauthClient(Provider.GITHUB, "client", new Secret("s3cret"), List.of(domains));
        return new GithubFlow(client, addresses, states, outbound);
    }

    private Map<String, Object> claims(String nonce, Object... changes) {
        var claims = new HashMap<String, Object>(Map.of(
                "iss", "https://accounts.google.com",
                "aud", "client",
                "exp", Instant.now().getEpochSecond() + 60,
                "nonce", nonce,
                "sub", "4711",
                "email", "Ops@Acme.example",
                "email_verified", true));
        for (int at = 0; at < changes.length; at += 2) {
            claims.put((String) changes[at], changes[at + 1]);
        }
        return claims;
    }

    private OauthFlow.Arrival throughGoogle(GoogleFlow flow, Object... changes) {
        OauthFlow.Departure out = flow.depart("/console/", CALLBACK);
        Map<String, String> query = queryOf(out.location());
        provider.idToken(claims(query.get("nonce"), changes));
        return flow.arrive(query.get("state"), out.cookie(), Optional.of("c0de"), CALLBACK);
    }

    private OauthFlow.Arrival throughGithub(GithubFlow flow, String user, String emails) {
        OauthFlow.Departure out = flow.depart("/console/", CALLBACK);
        provider.on("/github/login/oauth/access_token", 200, "{\"access_token\":\"gho_x\"}");
        provider.on("/github/user", 200, user);
        provider.on("/github/user/emails", 200, emails);
        return flow.arrive(queryOf(out.location()).get("state"), out.cookie(), Optional.of("c0de"), CALLBACK);
    }

    private static Map<String, String> queryOf(String location) {
        return Stream.of(URI.create(location).getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    private static void refused(int status, String code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RefusedException.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(code);
            assertThat(refusal.status()).isEqualTo(status);
        });
    }

    @Test
    void google_vouches_for_an_address_and_the_code_is_redeemed_with_its_verifier() {
        GoogleFlow flow = google("acme.example");
        Map<String, String> out = queryOf(flow.depart("/", CALLBACK).location());
        assertThat(out)
                .containsEntry("response_type", "code")
                .containsEntry("scope", "openid email profile")
                .containsEntry("prompt", "select_account")
                .containsEntry("access_type", "online")
                .containsEntry("include_granted_scopes", "true")
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("redirect_uri", CALLBACK)
                .containsEntry("hd", "acme.example");

        OauthFlow.Arrival arrival = throughGoogle(flow);

        assertThat(arrival.account())
                .isEqualTo(new ProviderAccount(Provider.GOOGLE, "4711", new EmailAddress("ops@acme.example")));
        assertThat(arrival.next()).isEqualTo("/console/");
        assertThat(provider.exchanges)
                .singleElement()
                .satisfies(form -> assertThat(form)
                        .containsEntry("code", "c0de")
                        .containsEntry("client_secret", "s3cret")
                        .containsEntry("redirect_uri", CALLBACK)
                        .containsKey("code_verifier"));
    }

    @Test
    void a_token_that_google_did_not_make_for_us_is_not_trusted() {
        GoogleFlow flow = google();
        refused(400, "invalid_request", () -> throughGoogle(flow, "iss", "https://evil.example"));
        refused(400, "invalid_request", () -> throughGoogle(flow, "aud", "another-client"));
        refused(
                400,
                "invalid_request",
                () -> throughGoogle(flow, "exp", Instant.now().getEpochSecond() - 120));
        refused(400, "invalid_request", () -> throughGoogle(flow, "sub", " "));
        refused(400, "invalid_request", () -> throughGoogle(flow, "email", ""));
        refused(400, "invalid_state", () -> throughGoogle(flow, "nonce", "0".repeat(48)));
        refused(403, "email_unverified", () -> throughGoogle(flow, "email_verified", false));
        refused(403, "email_unverified", () -> throughGoogle(flow, "email_verified", "TRUE"));
        assertThat(throughGoogle(flow, "email_verified", "true", "iss", "accounts.google.com")
                        .account()
                        .id())
                .isEqualTo("4711");
    }

    @Test
    void the_public_key_cannot_be_used_as_a_shared_secret() {
        GoogleFlow flow = google();
        OauthFlow.Departure out = flow.depart("/", CALLBACK);
        Map<String, String> query = queryOf(out.location());
        var secret = new OctetSequenceJsonWebKey(
                new javax.crypto.spec.SecretKeySpec(provider.key.getKey().getEncoded(), "HmacSHA256"));
        secret.setKeyId("k1");
        provider.on(
                "/google/token",
                200,
                "{\"id_token\":\""
                        + FakeProvider.signed(claims(query.get("nonce")), secret, AlgorithmIdentifiers.HMAC_SHA256)
                        + "\"}");
        refused(
                400,
                "invalid_request",
                () -> flow.arrive(query.get("state"), out.cookie(), Optional.of("c"), CALLBACK));
    }

    @Test
    void a_domain_is_allowed_by_the_organisation_or_by_the_address() {
        GoogleFlow flow = google("acme.example", "other.example");
        assertThat(throughGoogle(flow).account().id()).isEqualTo("4711");
        assertThat(throughGoogle(flow, "email", "x@elsewhere.example", "hd", "acme.example")
                        .account()
                        .id())
                .isEqualTo("4711");
        refused(403, "domain_not_allowed", () -> throughGoogle(flow, "email", "x@evil.example"));
        refused(403, "domain_not_allowed", () -> throughGoogle(flow, "email", "x@acme.example.evil.example"));
        refused(403, "domain_not_allowed", () -> throughGoogle(flow, "email", "x@acme.example@evil.example"));
        refused(403, "domain_not_allowed", () -> throughGoogle(flow, "email", "x@notacme.example"));
    }

    @Test
    void a_new_key_of_google_is_fetched_once_a_minute_at_most() {
        GoogleFlow flow = google();
        throughGoogle(flow);
        PublicJsonWebKey rotated = FakeProvider.key("k2");
        provider.key = rotated;
        provider.publish(rotated);

        refused(400, "invalid_request", () -> throughGoogle(flow));
        nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(throughGoogle(flow).account().id()).isEqualTo("4711");

        assertThat(provider.asked).filteredOn("/google/oauth2/v3/certs"::equals).hasSize(2);
    }

    @Test
    void keys_that_were_never_to_be_had_are_no_fault_of_the_person_and_are_asked_for_again_at_once() {
        GoogleFlow flow = google();
        provider.on("/google/oauth2/v3/certs", 503, "");
        refused(502, "bad_gateway", () -> throughGoogle(flow));
        provider.on("/google/oauth2/v3/certs", 200, "{\"keys\":1}");
        refused(502, "bad_gateway", () -> throughGoogle(flow));

        provider.publish(provider.key);
        assertThat(throughGoogle(flow).account().id()).isEqualTo("4711");
    }

    @Test
    void keys_that_cannot_be_refreshed_stay_good() {
        GoogleFlow flow = google();
        throughGoogle(flow);
        provider.on("/google/oauth2/v3/certs", 500, "");
        nanos.addAndGet(Duration.ofHours(2).toNanos());

        assertThat(throughGoogle(flow).account().id()).isEqualTo("4711");
    }

    @Test
    void a_code_is_never_sent_twice_nor_to_another_address() {
        GoogleFlow flow = google();
        OauthFlow.Departure out = flow.depart("/", CALLBACK);
        String state = queryOf(out.location()).get("state");
        provider.on("/google/token", 0, "");
        refused(502, "bad_gateway", () -> flow.arrive(state, out.cookie(), Optional.of("c"), CALLBACK));
        assertThat(provider.exchanges).hasSize(1);

        OauthFlow.Departure again = flow.depart("/", CALLBACK);
        provider.on("/google/token", 307, "");
        refused(
                502,
                "bad_gateway",
                () -> flow.arrive(queryOf(again.location()).get("state"), again.cookie(), Optional.of("c"), CALLBACK));
        assertThat(provider.exchanges).hasSize(2);
        assertThat(provider.asked).doesNotContain("/elsewhere");
    }

    /// Where HTTP stacks are tempted: the connection was kept, so the code may have been lost with it, or not.
    @Test
    void a_code_is_not_sent_again_when_a_kept_connection_ends_under_it() {
        GoogleFlow flow = google();
        throughGoogle(flow);
        OauthFlow.Departure out = flow.depart("/", CALLBACK);
        provider.on("/google/token", 0, "");
        refused(
                502,
                "bad_gateway",
                () -> flow.arrive(queryOf(out.location()).get("state"), out.cookie(), Optional.of("c"), CALLBACK));

        assertThat(provider.exchanges).hasSize(2);
        assertThat(provider.connections.subList(0, provider.connections.size() - 1))
                .as("the connection was a kept one")
                .contains(provider.connections.getLast());
    }

    @Test
    void an_answer_of_more_than_a_mebibyte_is_not_read() {
        GoogleFlow flow = google();
        OauthFlow.Departure out = flow.depart("/", CALLBACK);
        provider.on("/google/token", 200, "{\"id_token\":\"" + "a".repeat(1_048_576) + "\"}");
        refused(
                502,
                "bad_gateway",
                () -> flow.arrive(queryOf(out.location()).get("state"), out.cookie(), Optional.of("c"), CALLBACK));
    }

    @Test
    void a_state_is_judged_before_the_code() {
        GoogleFlow flow = google();
        OauthFlow.Departure out = flow.depart("/", CALLBACK);
        String state = queryOf(out.location()).get("state");
        refused(400, "invalid_state", () -> flow.arrive("", "", Optional.empty(), CALLBACK));
        refused(400, "invalid_state", () -> flow.arrive(state, "", Optional.of("c"), CALLBACK));
        refused(400, "invalid_request", () -> flow.arrive(state, out.cookie(), Optional.empty(), CALLBACK));
        assertThat(provider.exchanges).isEmpty();
    }

    @Test
    void github_tells_the_address_that_is_primary_and_verified() {
        String mixed = """
                [{"email":"stranger@acme.example","primary":false,"verified":true},
                 {"email":"Me@Acme.example","primary":true,"verified":true}]""";

        assertThat(throughGithub(github("acme.example"), "{\"id\":583231,\"login\":\"octocat\"}", mixed)
                        .account())
                .isEqualTo(new ProviderAccount(Provider.GITHUB, "583231", new EmailAddress("me@acme.example")));
        assertThat(provider.exchanges)
                .singleElement()
                .satisfies(form -> assertThat(form).containsKeys("code_verifier", "redirect_uri", "client_secret"));
    }

    @Test
    void github_accounts_without_a_verified_primary_address_or_a_number_are_refused() {
        String user = "{\"id\":583231}";
        refused(
                403,
                "email_unverified",
                () -> throughGithub(
                        github(), user, "[{\"email\":\"a@b.example\",\"primary\":true,\"verified\":false}]"));
        refused(
                403,
                "email_unverified",
                () -> throughGithub(
                        github(), user, "[{\"email\":\"a@b.example\",\"primary\":false,\"verified\":true}]"));
        refused(
                403,
                "email_unverified",
                () -> throughGithub(
                        github(), user, "[{\"email\":\"a@b.example\",\"primary\":\"true\",\"verified\":\"true\"}]"));
        String good = "[{\"email\":\"a@b.example\",\"primary\":true,\"verified\":true}]";
        refused(502, "bad_gateway", () -> throughGithub(github(), "{\"login\":\"octocat\"}", good));
        refused(502, "bad_gateway", () -> throughGithub(github(), "{\"id\":\"583231\"}", good));
        refused(403, "domain_not_allowed", () -> throughGithub(github("acme.example"), user, good));
    }
}
