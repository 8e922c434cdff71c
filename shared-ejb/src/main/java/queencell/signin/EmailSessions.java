package queencell.signin;

import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.lang.JoseException;
import queencell.settings.Secret;

/// Sessions of an application that keeps no users: the token itself says whose it is (runtime, 18). Thread-safe.
///
/// HS256 with one secret; a new secret ends every session. What they may do is decided anew with every request, so
/// nothing of it is in the token.
public final class EmailSessions {
    /// Tells a session from whatever else may be signed with the same secret one day.
    private static final String TYPE = "session";

    private final Key key;
    private final Duration lifetime;
    private final InstantSource clock;
    private final JwtConsumer consumer;

    /// @param subject the provider's own id
    public record EmailSession(String subject, EmailAddress email, Instant expiresAt) {}

    /// @param secret 32 bytes or more
    public EmailSessions(Secret secret, Duration lifetime, InstantSource clock) {
        this.key = new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), "HmacSHA256");
        this.lifetime = lifetime;
        this.clock = clock;
        this.consumer = new JwtConsumerBuilder()
                // claims are judged by hand below, by our clock
                .setSkipAllDefaultValidators()
                .setVerificationKey(key)
                .setJwsAlgorithmConstraints(
                        new AlgorithmConstraints(ConstraintType.PERMIT, AlgorithmIdentifiers.HMAC_SHA256))
                .build();
    }

    public String mint(ProviderAccount account) {
        var claims = new JwtClaims();
        claims.setSubject(account.id());
        claims.setStringClaim("email", account.email().folded());
        claims.setStringClaim("typ", TYPE);
        claims.setExpirationTime(
                NumericDate.fromSeconds(clock.instant().plus(lifetime).getEpochSecond()));
        var jws = new JsonWebSignature();
        jws.setPayload(claims.toJson());
        jws.setAlgorithmHeaderValue(AlgorithmIdentifiers.HMAC_SHA256);
        jws.setKey(key);
        try {
            return jws.getCompactSerialization();
        } catch (JoseException failed) {
            throw new IllegalStateException("the session token could not be signed", failed);
        }
    }

    /// Whose live session this is; empty for anything else.
    public Optional<EmailSession> verify(String token) {
        try {
            return read(consumer.processToClaims(token));
        } catch (InvalidJwtException | MalformedClaimException notOurs) {
            return Optional.empty();
        }
    }

    private Optional<EmailSession> read(JwtClaims claims) throws MalformedClaimException {
        String subject = claims.getSubject();
        NumericDate end = claims.getExpirationTime();
        boolean live = TYPE.equals(claims.getStringClaimValue("typ"))
                && subject != null
                && end != null
                && clock.instant().getEpochSecond() < end.getValue();
        return live
                ? EmailAddress.parse(String.valueOf(claims.getStringClaimValue("email")))
                        .map(email -> new EmailSession(subject, email, Instant.ofEpochSecond(end.getValue())))
                : Optional.empty();
    }
}
