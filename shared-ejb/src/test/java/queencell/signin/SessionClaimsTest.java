package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.junit.jupiter.api.Test;
import queencell.settings.SettingsReader;
import queencell.signin.SessionVerifier.Verdict;

/// What a token must say, and what a token made from another may say.
class SessionClaimsTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final TokenSettings SETTINGS = SettingsReader.of(
                    Map.of("QUEEN_PROXY_JWT_SECRET", SECRET, "QUEEN_PROXY_PUBLIC_URL", "https://Cell.example:8443/x"))
            .read(TokenSettings.class);
    private static final TokenKeys KEYS = TokenKeys.of(SETTINGS);
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final String USER = "6d0c0000-0000-4000-8000-000000000001";

    private static Verdict judge(Map<String, Object> changes) throws Exception {
        return judge(changes, SETTINGS);
    }

    private static Verdict judge(Map<String, Object> changes, TokenSettings settings) throws Exception {
        var claims = new HashMap<String, Object>(Map.of(
                "sub", USER,
                "iss", "queen-proxy",
                "jti", "j",
                "role", "viewer",
                "exp", NOW.getEpochSecond() + 60));
        claims.putAll(changes);
        claims.values().removeIf("absent"::equals);
        var body = new JwtClaims();
        claims.forEach(body::setClaim);
        var jws = new JsonWebSignature();
        jws.setPayload(body.toJson());
        jws.setAlgorithmHeaderValue(AlgorithmIdentifiers.HMAC_SHA256);
        jws.setKeyIdHeaderValue("hs");
        jws.setKey(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return new SessionVerifier(KEYS, settings, InstantSource.fixed(NOW)).verify(jws.getCompactSerialization());
    }

    private static boolean isGood(String name, Object value) throws Exception {
        return judge(Map.of(name, value)) instanceof Verdict.Good;
    }

    @Test
    void a_token_that_does_not_say_what_it_must_is_bad() throws Exception {
        assertThat(judge(Map.of())).isInstanceOf(Verdict.Good.class);
        for (String name : new String[] {"sub", "iss", "jti", "role", "exp"}) {
            assertThat(isGood(name, "absent")).as("without %s", name).isFalse();
            assertThat(isGood(name, " ")).as("blank %s", name).isFalse();
            assertThat(isGood(name, Map.of())).as("%s of another type", name).isFalse();
        }
        assertThat(isGood("sub", "me")).isFalse();
        assertThat(isGood("role", "king")).isFalse();
        assertThat(isGood("iss", "somebody")).isFalse();
        assertThat(isGood("cluster", "here")).isFalse();
        assertThat(isGood("cluster", " ")).isTrue();
    }

    /// The address of a page may be written in many ways; none of them may switch the check off.
    @Test
    void a_token_for_a_sibling_cell_is_good_here_whatever_our_name_looks_like() throws Exception {
        for (String url :
                List.of("https://cell_a.example:8443/x", "https://u@cell_a.example.", "http://Cell_A.example")) {
            assertThat(judge(Map.of("aud", "cell_b.example"), under(url)))
                    .as(url)
                    .isInstanceOf(Verdict.Bad.class);
            assertThat(judge(Map.of("aud", "cell_a.example"), under(url)))
                    .as(url)
                    .isInstanceOf(Verdict.Good.class);
        }
    }

    /// An address of ours that names no host is no reason to take the tokens of everybody else.
    @Test
    void a_token_for_a_sibling_cell_is_good_here_because_our_address_is_none() throws Exception {
        for (String url : List.of("https://cell~a.example", "cell.example:8443", "https://cell a")) {
            assertThat(judge(Map.of("aud", "cell_b.example"), under(url)))
                    .as(url)
                    .isInstanceOf(Verdict.Bad.class);
            assertThat(judge(Map.of(), under(url))).as(url).isInstanceOf(Verdict.Good.class);
        }
    }

    @Test
    void a_token_for_an_address_of_ipv6_must_be_good_there() throws Exception {
        assertThat(judge(Map.of("aud", "[::1]"), under("https://[::1]:8443"))).isInstanceOf(Verdict.Good.class);
    }

    private static TokenSettings under(String url) {
        return SettingsReader.of(Map.of("QUEEN_PROXY_JWT_SECRET", SECRET, "QUEEN_PROXY_PUBLIC_URL", url))
                .read(TokenSettings.class);
    }

    @Test
    void a_token_is_over_a_minute_after_its_end_and_its_beginning_is_not_asked() throws Exception {
        assertThat(isGood("exp", NOW.getEpochSecond() - 59)).isTrue();
        assertThat(isGood("exp", NOW.getEpochSecond() - 60)).isFalse();
        assertThat(isGood("nbf", NOW.getEpochSecond() + 3600)).isTrue();
        assertThat(isGood("iat", NOW.getEpochSecond() + 3600)).isTrue();
    }

    @Test
    void a_token_that_names_audiences_must_name_this_host() throws Exception {
        assertThat(isGood("aud", "CELL.EXAMPLE")).isTrue();
        assertThat(isGood("aud", new String[] {"x", "cell.example"})).isTrue();
        assertThat(isGood("aud", new String[0])).isTrue();
        assertThat(isGood("aud", " ")).isTrue();
        assertThat(isGood("aud", "sibling.example")).isFalse();
        assertThat(isGood("aud", "cell.example:8443")).isFalse();
    }

    private static SessionClaims session(Optional<UUID> cluster, Optional<String> parent) {
        return new SessionClaims(
                UUID.fromString(USER), "jti", NOW, NOW.plus(Duration.ofDays(1)), "producer", cluster, parent);
    }

    private static SessionMint mint() {
        return SessionMint.of(KEYS, SETTINGS, InstantSource.fixed(NOW)).orElseThrow();
    }

    @Test
    void a_token_made_from_a_session_of_one_cluster_must_not_count_on_others() {
        var cluster = UUID.randomUUID();
        String bearer = mint().bearer(session(Optional.of(cluster), Optional.empty()))
                .orElseThrow()
                .token();
        var claims =
                ((Verdict.Good) new SessionVerifier(KEYS, SETTINGS, InstantSource.fixed(NOW)).verify(bearer)).claims();
        assertThat(claims.cluster()).contains(cluster);
        assertThat(claims.role()).isEqualTo("producer");
    }

    @Test
    void a_token_made_from_a_session_raises_no_further_ones_that_would_outlive_a_sign_out() {
        assertThat(mint().bearer(session(Optional.empty(), Optional.of("session"))))
                .isEmpty();
    }

    @Test
    void a_short_secret_counts_only_where_nobody_else_can_try_and_signs_as_every_HMAC_does() throws Exception {
        TokenSettings settings =
                SettingsReader.of(Map.of("QUEEN_PROXY_JWT_SECRET", "dev")).read(TokenSettings.class);
        SessionMint mint = SessionMint.of(TokenKeys.of(settings, true), settings, InstantSource.fixed(NOW))
                .orElseThrow();
        String token = mint.session(UUID.fromString(USER)).token();

        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("dev".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        int dot = token.lastIndexOf('.');
        assertThat(token.substring(dot + 1))
                .isEqualTo(Hashes.base64Url(mac.doFinal(token.substring(0, dot).getBytes(StandardCharsets.US_ASCII))));
    }
}
