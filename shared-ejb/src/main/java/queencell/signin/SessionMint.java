package queencell.signin;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.lang.JoseException;

/// Makes session tokens (proxy console, 7.1 and 7.5; pipeline, 6.3). Thread-safe.
///
/// A token says who it is and nothing about what that one may do: its role is a placeholder, the real one is looked up
/// with every request.
public final class SessionMint {
    /// How long a token lives that a page carries as `Authorization: Bearer`.
    public static final Duration BEARER_LIFETIME = Duration.ofSeconds(900);

    private static final String PLACEHOLDER_ROLE = "viewer";

    private final TokenKeys.Signing signing;
    private final String issuer;
    private final Duration lifetime;
    private final InstantSource clock;

    /// @param lifetime how long it is good from now on, whole seconds
    public record Minted(String token, Duration lifetime) {
        @Override
        public String toString() {
            return "Minted[…]";
        }
    }

    private SessionMint(TokenKeys.Signing signing, TokenSettings settings, InstantSource clock) {
        this.signing = signing;
        this.issuer = settings.issuer();
        this.lifetime = settings.lifetime();
        this.clock = clock;
    }

    /// Empty when there is no key to sign with.
    public static Optional<SessionMint> of(TokenKeys keys, TokenSettings settings, InstantSource clock) {
        return keys.signing().map(signing -> new SessionMint(signing, settings, clock));
    }

    /// The session of somebody who has just signed in.
    public Minted session(UUID user) {
        return mint(claims(user, clock.instant(), lifetime), lifetime);
    }

    /// A short-lived token of the same person, which ends with the session, never outlives it, and may do no more: what
    /// the session says of cluster and role, it says as well. It is as old as the session, too: whoever changes a
    /// password ends the bearers that were made from the sessions of before.
    ///
    /// @return empty when nothing is left of the session, or when it is such a token itself: a chain of them would
    ///     outlive the session that they came from
    public Optional<Minted> bearer(SessionClaims session) {
        Duration left = Duration.between(clock.instant(), session.expiresAt());
        Duration granted = left.compareTo(BEARER_LIFETIME) < 0 ? Duration.ofSeconds(left.toSeconds()) : BEARER_LIFETIME;
        if (session.parent().isPresent() || granted.compareTo(Duration.ofSeconds(1)) < 0) {
            return Optional.empty();
        }
        JwtClaims claims = claims(session.user(), session.issuedAt(), granted);
        claims.setStringClaim("sid", session.tokenId());
        session.cluster().ifPresent(cluster -> {
            claims.setStringClaim("cluster", cluster.toString());
            claims.setStringClaim("role", session.role());
        });
        return Optional.of(mint(claims, granted));
    }

    private JwtClaims claims(UUID user, Instant issuedAt, Duration granted) {
        var claims = new JwtClaims();
        claims.setSubject(user.toString());
        claims.setIssuer(issuer);
        claims.setIssuedAt(NumericDate.fromSeconds(issuedAt.getEpochSecond()));
        claims.setExpirationTime(
                NumericDate.fromSeconds(clock.instant().plus(granted).getEpochSecond()));
        claims.setJwtId(UUID.randomUUID().toString());
        claims.setStringClaim("role", PLACEHOLDER_ROLE);
        return claims;
    }

    private Minted mint(JwtClaims claims, Duration granted) {
        var jws = new JsonWebSignature();
        jws.setPayload(claims.toJson());
        jws.setAlgorithmHeaderValue(signing.algorithm());
        jws.setKeyIdHeaderValue(signing.kid());
        jws.setHeader("typ", "JWT");
        jws.setKey(signing.key());
        try {
            return new Minted(jws.getCompactSerialization(), granted);
        } catch (JoseException failed) {
            throw new IllegalStateException("the session token could not be signed", failed);
        }
    }
}
