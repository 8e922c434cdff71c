package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;
import queencell.signin.SessionVerifier.Verdict;

class TokenKeysTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    private static KeyPair pair() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static String pem(String type, Key key) {
        return "-----BEGIN %s-----\\n%s\\n-----END %1$s-----"
                .formatted(type, Base64.getEncoder().encodeToString(key.getEncoded()));
    }

    private static String privatePem(KeyPair pair) {
        return pem("PRIVATE KEY", pair.getPrivate());
    }

    private static String publicPem(KeyPair pair) {
        return pem("PUBLIC KEY", pair.getPublic());
    }

    private static TokenSettings settings(Map<String, String> environment) {
        var named = new HashMap<String, String>();
        environment.forEach((name, value) -> named.put("QUEEN_PROXY_JWT_" + name, value));
        return SettingsReader.of(named).read(TokenSettings.class);
    }

    private static Verdict verify(TokenSettings settings, String algorithm, String kid, Key key) throws JoseException {
        var claims = new JwtClaims();
        claims.setSubject("6d0c0000-0000-4000-8000-000000000001");
        claims.setIssuer("queen-proxy");
        claims.setJwtId("j");
        claims.setExpirationTimeMinutesInTheFuture(5);
        claims.setStringClaim("role", "viewer");
        var jws = new JsonWebSignature();
        jws.setPayload(claims.toJson());
        jws.setAlgorithmHeaderValue(algorithm);
        jws.setKeyIdHeaderValue(kid);
        jws.setKey(key);
        return new SessionVerifier(TokenKeys.of(settings), settings).verify(jws.getCompactSerialization());
    }

    private static String kidOf(TokenSettings settings) {
        String jwks = TokenKeys.of(settings).toJwks();
        int at = jwks.indexOf("\"kid\":\"") + 7;
        return jwks.substring(at, jwks.indexOf('"', at));
    }

    @Test
    void a_private_key_verifies_what_it_signs_and_publishes_its_public_half_only() throws JoseException {
        KeyPair pair = pair();
        TokenSettings settings = settings(Map.of("ED25519_PEM", privatePem(pair)));

        assertThat(kidOf(settings)).matches("[0-9a-f]{32}");
        assertThat(verify(settings, "EdDSA", kidOf(settings), pair.getPrivate()))
                .isInstanceOf(Verdict.Good.class);
        assertThat(TokenKeys.of(settings).toJwks())
                .startsWith("{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"")
                .doesNotContain("\"d\"");
    }

    @Test
    void the_public_half_is_derived_as_given() {
        KeyPair pair = pair();

        assertThat(kidOf(settings(Map.of("ED25519_PEM", privatePem(pair)))))
                .isEqualTo(kidOf(settings(Map.of("ED25519_PUB_PEM", publicPem(pair)))));
    }

    @Test
    void a_token_of_another_key_is_bad() throws JoseException {
        TokenSettings settings = settings(Map.of("ED25519_PEM", privatePem(pair())));

        assertThat(verify(settings, "EdDSA", kidOf(settings), pair().getPrivate()))
                .isInstanceOf(Verdict.Bad.class);
    }

    @Test
    void a_secret_does_not_count_beside_an_Ed25519_key() throws JoseException {
        TokenSettings settings = settings(Map.of("ED25519_PEM", privatePem(pair()), "SECRET", SECRET));
        Key secret = new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256");

        assertThat(verify(settings, "HS256", "hs", secret)).isInstanceOf(Verdict.Bad.class);
        assertThat(verify(settings(Map.of("SECRET", SECRET)), "HS256", "hs", secret))
                .isInstanceOf(Verdict.Good.class);
    }

    @Test
    void a_public_key_must_not_serve_as_a_shared_secret() throws JoseException {
        KeyPair pair = pair();
        TokenSettings settings = settings(Map.of("ED25519_PEM", privatePem(pair)));
        Key confused = new SecretKeySpec(pair.getPublic().getEncoded(), "HmacSHA256");

        assertThat(verify(settings, "HS256", kidOf(settings), confused)).isInstanceOf(Verdict.Bad.class);
    }

    @Test
    void sessions_of_the_predecessor_stay_good_while_a_key_is_replaced() throws JoseException {
        KeyPair old = pair();
        String oldKid = kidOf(settings(Map.of("ED25519_PUB_PEM", publicPem(old))));
        TokenSettings settings = settings(Map.of("ED25519_PEM", privatePem(pair()), "VERIFY_PEMS", publicPem(old)));

        assertThat(verify(settings, "EdDSA", oldKid, old.getPrivate())).isInstanceOf(Verdict.Good.class);
        assertThat(TokenKeys.of(settings).toJwks()).contains(oldKid);
    }

    @Test
    void a_secret_is_in_no_key_set() {
        assertThat(TokenKeys.of(settings(Map.of("SECRET", SECRET))).toJwks()).isEqualTo("{\"keys\":[]}");
    }

    @Test
    void material_that_cannot_be_used_ends_the_start() {
        assertThatThrownBy(() -> TokenKeys.of(settings(Map.of("ED25519_PEM", "nonsense", "SECRET", SECRET))))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_JWT_ED25519_PEM");
        assertThatThrownBy(() -> TokenKeys.of(settings(Map.of("SECRET", "short"))))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_JWT_SECRET")
                .hasMessageNotContaining("short:");
        assertThatThrownBy(() -> TokenKeys.of(
                        settings(Map.of("ED25519_PEM", privatePem(pair()), "ED25519_PUB_PEM", publicPem(pair())))))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("not the public half");
    }

    /// Without that key every session of the predecessor would end, and nobody would have said so.
    @ParameterizedTest
    @CsvSource({"'-----END PUBLIC KEY-----',''", "'-----BEGIN PUBLIC KEY-----',''", "M,%"})
    void a_key_that_was_torn_would_be_missing_from_the_list_without_a_word(String whole, String torn) {
        String second = publicPem(pair());
        for (String list : List.of(
                publicPem(pair()) + "\\n" + second.replaceFirst(whole, torn),
                second.replaceFirst(whole, torn) + "\\n" + publicPem(pair()))) {
            assertThatThrownBy(() -> TokenKeys.of(settings(Map.of("SECRET", SECRET, "VERIFY_PEMS", list))))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining("QUEEN_PROXY_JWT_VERIFY_PEMS")
                    .hasMessageContaining("whole");
        }
    }

    /// The secret would stand alone, and sessions of the key would be bad one after the other.
    @ParameterizedTest
    @ValueSource(strings = {"ED25519_PUB_PEM", "VERIFY_PEMS"})
    void a_public_key_that_cannot_be_used_would_only_show_when_somebody_signs_in(String name) {
        String nonsense = "-----BEGIN PUBLIC KEY-----\\nAAAA\\n-----END PUBLIC KEY-----";
        for (String text : List.of("nonsense", nonsense, publicPem(pair()) + nonsense)) {
            assertThatThrownBy(() -> TokenKeys.of(settings(Map.of("SECRET", SECRET, name, text))))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining("QUEEN_PROXY_JWT_" + name)
                    .hasMessageNotContaining("AAAA");
        }
    }

    /// Two algorithms under one setting: a token of the key must not count where the secret signs (14.1, step 4).
    @Test
    void a_public_key_must_not_count_beside_a_secret() throws JoseException {
        KeyPair pair = pair();
        String kid = kidOf(settings(Map.of("ED25519_PUB_PEM", publicPem(pair))));
        TokenSettings both = settings(Map.of("SECRET", SECRET, "ED25519_PUB_PEM", publicPem(pair)));

        assertThat(verify(both, "EdDSA", kid, pair.getPrivate())).isInstanceOf(Verdict.Bad.class);
        assertThat(TokenKeys.of(both).toJwks()).isEqualTo("{\"keys\":[]}");
        assertThat(TokenKeys.of(both).canSign()).isTrue();
    }

    /// A mounted file with nothing but a line's end is material that was meant to be a key.
    @ParameterizedTest
    @MethodSource("blanks")
    void white_space_in_place_of_a_key_must_not_make_another_key_count(String setting, String given, String other) {
        KeyPair pair = pair();
        Map<String, String> others =
                Map.of("SECRET", SECRET, "ED25519_PEM", privatePem(pair), "ED25519_PUB_PEM", publicPem(pair));
        TokenSettings settings = settings(Map.of(setting, given, other, others.get(other)));

        assertThatThrownBy(() -> TokenKeys.of(settings, true))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("QUEEN_PROXY_JWT_" + setting + " ");
    }

    static Stream<Arguments> blanks() {
        return Stream.of(
                Arguments.of("ED25519_PEM", "\n", "SECRET"),
                Arguments.of("ED25519_PEM", "  ", "ED25519_PUB_PEM"),
                Arguments.of("ES256_PEM", "\n", "SECRET"),
                Arguments.of("SECRET", "\n", "ED25519_PEM"),
                Arguments.of("SECRET", " ".repeat(40), "ED25519_PUB_PEM"),
                Arguments.of("ED25519_PUB_PEM", "\t", "SECRET"),
                Arguments.of("VERIFY_PEMS", " ", "SECRET"));
    }

    @Test
    void empty_material_is_none() {
        TokenSettings settings =
                settings(Map.of("ED25519_PEM", "", "ES256_PEM", "", "ED25519_PUB_PEM", "", "SECRET", SECRET));

        assertThat(TokenKeys.of(settings).canSign()).isTrue();
        assertThat(TokenKeys.of(settings(Map.of("SECRET", ""))).isEmpty()).isTrue();
    }
}
