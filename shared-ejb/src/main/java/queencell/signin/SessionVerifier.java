package queencell.signin;

import java.net.URI;
import java.security.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.jwx.JsonWebStructure;
import org.jose4j.lang.UnresolvableKeyException;
import queencell.address.ServerAddress;

/// Decides whether a session token is good (pipeline, 6.3). Thread-safe; a signature costs up to a millisecond.
public final class SessionVerifier {
    /// How long a token is taken after it has run out: by so much may a clock be late.
    public static final Duration LEEWAY = Duration.ofSeconds(60);

    private static final Set<String> ROLES = Set.of("admin", "producer", "consumer", "viewer");

    private final TokenKeys keys;
    private final Optional<String> audience;
    private final String issuer;
    private final InstantSource clock;
    private final JwtConsumer consumer;

    public sealed interface Verdict {
        record Good(SessionClaims claims) implements Verdict {}

        /// @param reason for the log only; callers tell every refused one the same
        record Bad(String reason) implements Verdict {}
    }

    public SessionVerifier(TokenKeys keys, TokenSettings settings) {
        this(keys, settings, InstantSource.system());
    }

    SessionVerifier(TokenKeys keys, TokenSettings settings, InstantSource clock) {
        this.keys = keys;
        this.audience = audienceOf(settings);
        this.issuer = settings.issuer();
        this.clock = clock;
        this.consumer = new JwtConsumerBuilder()
                // its rules for audiences and for `nbf` are not ours: claims are judged by hand below
                .setSkipAllDefaultValidators()
                .setVerificationKeyResolver((jws, _) -> keyOf(jws))
                .setJwsAlgorithmConstraints(new AlgorithmConstraints(
                        ConstraintType.PERMIT,
                        AlgorithmIdentifiers.EDDSA,
                        AlgorithmIdentifiers.ECDSA_USING_P256_CURVE_AND_SHA256,
                        AlgorithmIdentifiers.HMAC_SHA256))
                .build();
    }

    private static Optional<String> audienceOf(TokenSettings settings) {
        return settings.audience().or(() -> settings.publicUrl().map(SessionVerifier::hostOf));
    }

    /// Without its last dot, in lower case. What names no host is as a whole an audience that nobody has: it must
    /// not switch the check off.
    private static String hostOf(String url) {
        try {
            return ServerAddress.of(URI.create(url))
                    .map(ServerAddress::written)
                    .map(host -> host.endsWith(".") ? host.substring(0, host.length() - 1) : host)
                    .map(host -> host.toLowerCase(Locale.ROOT))
                    .orElse(url);
        } catch (IllegalArgumentException noUrl) {
            return url;
        }
    }

    /// A key verifies the one algorithm it was made for.
    private Key keyOf(JsonWebStructure jws) throws UnresolvableKeyException {
        String kid = jws.getKeyIdHeaderValue();
        return Optional.ofNullable(kid)
                .flatMap(keys::of)
                .filter(verifying -> verifying.algorithm().equals(jws.getHeader("alg")))
                .map(TokenKeys.Verifying::key)
                .orElseThrow(() -> new UnresolvableKeyException("no key of ours has this kid and algorithm"));
    }

    public Verdict verify(String token) {
        try {
            JwtClaims claims = consumer.processToClaims(token);
            return judge(claims);
        } catch (InvalidJwtException bad) {
            return new Verdict.Bad(bad.getErrorDetails().isEmpty() ? "not verifiable" : reason(bad));
        } catch (MalformedClaimException bad) {
            return new Verdict.Bad("claim of another type");
        }
    }

    // codes only: the details of jose4j quote the token
    private static String reason(InvalidJwtException bad) {
        return "code %d".formatted(bad.getErrorDetails().getFirst().getErrorCode());
    }

    private Verdict judge(JwtClaims claims) throws MalformedClaimException {
        Optional<UUID> user = uuid(claims.getSubject());
        String tokenId = claims.getJwtId();
        String role = claims.getStringClaimValue("role");
        String clusterClaim = claims.hasClaim("cluster") ? claims.getStringClaimValue("cluster") : "";
        Optional<UUID> cluster = uuid(clusterClaim);
        Optional<String> parent =
                Optional.ofNullable(claims.getStringClaimValue("sid")).filter(id -> !id.isBlank());
        NumericDate issuedAt = claims.getIssuedAt();
        NumericDate expiresAt = claims.getExpirationTime();
        if (expiresAt == null || clock.instant().getEpochSecond() >= expiresAt.getValue() + LEEWAY.toSeconds()) {
            return new Verdict.Bad(expiresAt == null ? "no exp" : "expired");
        }
        if (!issuer.equals(claims.getIssuer())) {
            return new Verdict.Bad("another issuer");
        }
        if (user.isEmpty()) {
            return new Verdict.Bad("sub is no UUID");
        }
        if (tokenId == null || tokenId.isBlank()) {
            return new Verdict.Bad("no jti");
        }
        if (role == null || !ROLES.contains(role)) {
            return new Verdict.Bad("role unknown");
        }
        if (clusterClaim != null && !clusterClaim.isBlank() && cluster.isEmpty()) {
            return new Verdict.Bad("cluster is no UUID");
        }
        if (!isMeantForUs(claims)) {
            return new Verdict.Bad("another audience");
        }
        return new Verdict.Good(new SessionClaims(
                user.get(),
                tokenId,
                issuedAt == null ? Instant.EPOCH : Instant.ofEpochSecond(issuedAt.getValue()),
                Instant.ofEpochSecond(expiresAt.getValue()),
                role,
                cluster,
                parent));
    }

    private boolean isMeantForUs(JwtClaims claims) throws MalformedClaimException {
        List<String> named = claims.hasAudience()
                ? claims.getAudience().stream().filter(name -> !name.isBlank()).toList()
                : List.of();
        return named.isEmpty()
                || audience.isEmpty()
                || named.stream().anyMatch(name -> name.equalsIgnoreCase(audience.get()));
    }

    private static Optional<UUID> uuid(String text) {
        try {
            return text == null || text.length() != 36 ? Optional.empty() : Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException noUuid) {
            return Optional.empty();
        }
    }
}
