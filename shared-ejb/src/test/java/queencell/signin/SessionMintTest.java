package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.Test;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;
import queencell.signin.SessionVerifier.Verdict;

class SessionMintTest {
    private static final UUID USER = UUID.fromString("6d0c0000-0000-4000-8000-000000000001");
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    private final KeyPair edwards = pair("Ed25519");
    private final KeyPair elliptic = pair("EC");

    private static TokenSettings settings(Map<String, String> environment) {
        return SettingsReader.of(environment).read(TokenSettings.class);
    }

    private static SessionMint mint(TokenSettings settings) {
        return SessionMint.of(TokenKeys.of(settings), settings, InstantSource.system())
                .orElseThrow();
    }

    private static Verdict verify(TokenSettings settings, String token) {
        return new SessionVerifier(TokenKeys.of(settings), settings).verify(token);
    }

    private Map<String, String> all() {
        return Map.of(
                "QUEEN_PROXY_JWT_ED25519_PEM",
                        pem("PRIVATE KEY", edwards.getPrivate().getEncoded()),
                "QUEEN_PROXY_JWT_ES256_PEM",
                        pem("PRIVATE KEY", elliptic.getPrivate().getEncoded()),
                "QUEEN_PROXY_JWT_SECRET", SECRET);
    }

    private Map<String, String> without(String... names) {
        var rest = new HashMap<>(all());
        for (String name : names) {
            rest.remove(name);
        }
        return rest;
    }

    @Test
    void a_session_that_was_minted_is_good_and_grants_nothing_by_itself() {
        TokenSettings settings = settings(all());
        SessionMint.Minted minted = mint(settings).session(USER);

        SessionClaims claims = ((Verdict.Good) verify(settings, minted.token())).claims();

        assertThat(claims.user()).isEqualTo(USER);
        assertThat(claims.role()).isEqualTo("viewer");
        assertThat(claims.cluster()).isEmpty();
        assertThat(claims.parent()).isEmpty();
        assertThat(Duration.between(claims.issuedAt(), claims.expiresAt())).isEqualTo(Duration.ofDays(1));
        assertThat(minted.toString()).doesNotContain(minted.token());
    }

    @Test
    void ed25519_signs_before_p256_and_p256_before_the_shared_secret() {
        assertThat(headerOf(mint(settings(all())).session(USER).token())).contains("\"EdDSA\"");
        assertThat(headerOf(mint(settings(without("QUEEN_PROXY_JWT_ED25519_PEM")))
                        .session(USER)
                        .token()))
                .contains("\"ES256\"", "\"typ\":\"JWT\"");
        assertThat(headerOf(mint(settings(without("QUEEN_PROXY_JWT_ED25519_PEM", "QUEEN_PROXY_JWT_ES256_PEM")))
                        .session(USER)
                        .token()))
                .contains("\"HS256\"", "\"kid\":\"hs\"");
    }

    @Test
    void only_the_algorithm_that_signs_is_taken() {
        TokenSettings edwardsOnly = settings(all());
        for (TokenSettings other : new TokenSettings[] {
            settings(without("QUEEN_PROXY_JWT_ED25519_PEM")),
            settings(without("QUEEN_PROXY_JWT_ED25519_PEM", "QUEEN_PROXY_JWT_ES256_PEM"))
        }) {
            String token = mint(other).session(USER).token();
            assertThat(verify(other, token)).isInstanceOf(Verdict.Good.class);
            assertThat(verify(edwardsOnly, token)).isInstanceOf(Verdict.Bad.class);
        }
    }

    @Test
    void a_key_that_was_replaced_goes_on_verifying_while_it_is_listed() {
        String old = mint(settings(without("QUEEN_PROXY_JWT_ED25519_PEM")))
                .session(USER)
                .token();
        var next = new HashMap<>(all());
        next.put(
                "QUEEN_PROXY_JWT_VERIFY_PEMS",
                pem("PUBLIC KEY", elliptic.getPublic().getEncoded()));

        assertThat(verify(settings(next), old)).isInstanceOf(Verdict.Good.class);
        assertThat(TokenKeys.of(settings(next)).toJwks()).contains("\"Ed25519\"", "\"P-256\"");
    }

    @Test
    void the_published_p256_key_verifies_what_was_signed() throws JoseException {
        TokenSettings settings = settings(without("QUEEN_PROXY_JWT_ED25519_PEM"));
        var published = new JsonWebKeySet(TokenKeys.of(settings).toJwks());
        var jws = new JsonWebSignature();
        jws.setCompactSerialization(mint(settings).session(USER).token());
        PublicKey key = (PublicKey) published
                .findJsonWebKey(jws.getKeyIdHeaderValue(), "EC", "sig", "ES256")
                .getKey();
        jws.setKey(key);

        assertThat(key).isEqualTo(elliptic.getPublic());
        assertThat(jws.verifySignature()).isTrue();
    }

    @Test
    void a_shared_secret_is_never_published() {
        assertThat(TokenKeys.of(settings(Map.of("QUEEN_PROXY_JWT_SECRET", SECRET)))
                        .toJwks())
                .isEqualTo("{\"keys\":[]}");
    }

    @Test
    void a_bearer_names_its_session_and_never_outlives_it() {
        TokenSettings settings = settings(all());
        SessionMint mint = mint(settings);
        SessionClaims session =
                ((Verdict.Good) verify(settings, mint.session(USER).token())).claims();

        SessionMint.Minted bearer = mint.bearer(session).orElseThrow();
        SessionClaims claims = ((Verdict.Good) verify(settings, bearer.token())).claims();
        assertThat(bearer.lifetime()).isEqualTo(Duration.ofSeconds(900));
        assertThat(claims.parent()).contains(session.tokenId());
        assertThat(claims.tokenId()).isNotEqualTo(session.tokenId());

        SessionClaims shortlyGone = endingIn(session, Duration.ofSeconds(90));
        assertThat(mint.bearer(shortlyGone).orElseThrow().lifetime())
                .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(90));
        assertThat(mint.bearer(endingIn(session, Duration.ZERO))).isEmpty();
    }

    @Test
    void a_bearer_is_as_old_as_its_session_so_that_a_changed_password_ends_both() {
        TokenSettings settings = settings(all());
        Instant longAgo = Instant.ofEpochSecond(Instant.now().getEpochSecond() - 3600);
        SessionMint.Minted session = SessionMint.of(TokenKeys.of(settings), settings, () -> longAgo)
                .orElseThrow()
                .session(USER);
        SessionClaims parent = ((Verdict.Good) verify(settings, session.token())).claims();

        SessionMint.Minted bearer = mint(settings).bearer(parent).orElseThrow();
        SessionClaims claims = ((Verdict.Good) verify(settings, bearer.token())).claims();
        assertThat(claims.issuedAt()).isEqualTo(longAgo);
        assertThat(claims.expiresAt()).isAfter(Instant.now().plusSeconds(600));
    }

    private static SessionClaims endingIn(SessionClaims session, Duration left) {
        return new SessionClaims(
                session.user(),
                session.tokenId(),
                session.issuedAt(),
                Instant.now().plus(left),
                session.role(),
                session.cluster(),
                session.parent());
    }

    @Test
    void unusable_material_ends_the_start_and_names_the_setting() {
        for (String unusable :
                new String[] {"x", pem("PRIVATE KEY", edwards.getPrivate().getEncoded())}) {
            assertThatThrownBy(() -> TokenKeys.of(settings(Map.of("QUEEN_PROXY_JWT_ES256_PEM", unusable))))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining("QUEEN_PROXY_JWT_ES256_PEM")
                    .hasMessageNotContaining("MC4");
        }
        assertThatThrownBy(() -> TokenKeys.of(settings(Map.of("QUEEN_PROXY_JWT_SECRET", "short"))))
                .hasMessageContaining("5 bytes")
                .hasMessageNotContaining("short");
    }

    @Test
    void without_a_private_key_nothing_is_minted() {
        TokenSettings settings = settings(Map.of(
                "QUEEN_PROXY_JWT_ED25519_PUB_PEM",
                pem("PUBLIC KEY", edwards.getPublic().getEncoded())));
        assertThat(SessionMint.of(TokenKeys.of(settings), settings, InstantSource.system()))
                .isEmpty();
        assertThat(verify(settings, mint(settings(all())).session(USER).token()))
                .isInstanceOf(Verdict.Good.class);
    }

    private static String headerOf(String token) {
        return new String(
                Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.'))), StandardCharsets.UTF_8);
    }

    static String pem(String type, byte[] der) {
        return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
                .formatted(type, Base64.getMimeEncoder().encodeToString(der));
    }

    private static KeyPair pair(String algorithm) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            if (algorithm.equals("EC")) {
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(algorithm, missing);
        }
    }
}
