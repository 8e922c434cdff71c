package queencell.signin.provider;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import java.time.Instant;
import java.util.Date;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import queencell.signin.provider.GoogleSite.Forgery;

/// Id tokens by which nobody may come in, each under what is wrong with it: arguments of parameterized tests.
public final class Forgeries {
    private Forgeries() {}

    /// Google has not made them, or not for us.
    public static Stream<Arguments> untrusted() {
        return Stream.of(
                forged(
                        "another audience",
                        (honest, key) -> GoogleSite.signed(
                                changed(honest).audience("somebody-else").build(), key)),
                forged(
                        "another issuer",
                        (honest, key) -> GoogleSite.signed(
                                changed(honest).issuer("https://evil.example").build(), key)),
                forged(
                        "run out",
                        (honest, key) -> GoogleSite.signed(
                                changed(honest)
                                        .expirationTime(Date.from(Instant.now().minusSeconds(61)))
                                        .build(),
                                key)),
                forged(
                        "no end",
                        (honest, key) -> GoogleSite.signed(
                                changed(honest).expirationTime(null).build(), key)),
                forged("no signature", (honest, _) -> new PlainJWT(honest)),
                forged(
                        "public key as secret",
                        (honest, key) -> GoogleSite.signed(
                                honest,
                                JWSAlgorithm.HS256,
                                key.getKeyID(),
                                new MACSigner(key.toRSAPublicKey().getEncoded()))),
                forged(
                        "another padding",
                        (honest, key) ->
                                GoogleSite.signed(honest, JWSAlgorithm.PS256, key.getKeyID(), new RSASSASigner(key))),
                forged(
                        "another digest",
                        (honest, key) ->
                                GoogleSite.signed(honest, JWSAlgorithm.RS512, key.getKeyID(), new RSASSASigner(key))),
                forged(
                        "another key of the same name",
                        (honest, key) -> GoogleSite.signed(honest, GoogleSite.newKey(key.getKeyID()))),
                forged("an unknown kid", (honest, _) -> GoogleSite.signed(honest, GoogleSite.newKey("nobody-s"))));
    }

    /// Google has made them, but not about anybody, or not for this sign-in.
    public static Stream<Arguments> genuine() {
        return Stream.of(
                forged(
                        "another sign-in",
                        (honest, key) -> GoogleSite.signed(
                                changed(honest).claim("nonce", "0".repeat(48)).build(), key)),
                forged(
                        "no sign-in",
                        (honest, key) -> GoogleSite.signed(
                                changed(honest).claim("nonce", null).build(), key)),
                forged(
                        "about nobody",
                        (honest, key) ->
                                GoogleSite.signed(changed(honest).subject(" ").build(), key)),
                forged(
                        "no address",
                        (honest, key) -> GoogleSite.signed(
                                changed(honest).claim("email", null).build(), key)));
    }

    private static Arguments forged(String name, Forgery forgery) {
        return Arguments.of(name, forgery);
    }

    private static JWTClaimsSet.Builder changed(JWTClaimsSet honest) {
        return new JWTClaimsSet.Builder(honest);
    }
}
