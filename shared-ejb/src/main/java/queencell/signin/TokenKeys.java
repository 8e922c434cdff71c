package queencell.signin;

import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.spec.SecretKeySpec;
import org.jose4j.jws.AlgorithmIdentifiers;
import queencell.settings.InvalidSettingException;

/// The keys by which session tokens are verified, each under its `kid` (pipeline, 6.3 and OPEN-7). Immutable.
///
/// Material that is given but cannot be used ends the start (A24): falling back to another key would accept tokens that
/// nobody meant to accept.
public final class TokenKeys {
    private static final String HS_KID = "hs";
    private static final int SHORTEST_SECRET_BYTES = 32;

    private final Map<String, Verifying> byKid;

    /// @param algorithm the only one that this key verifies, so that none can be talked down to another
    record Verifying(String algorithm, Key key) {}

    private TokenKeys(Map<String, Verifying> byKid) {
        this.byKid = Map.copyOf(byKid);
    }

    /// @throws InvalidSettingException when material is given that cannot be used
    public static TokenKeys of(TokenSettings settings) {
        Map<String, Verifying> keys = new LinkedHashMap<>();
        Optional<EdECPrivateKey> signing = Optional.of(settings.ed25519Private())
                .filter(secret -> secret.isPresent())
                .map(secret -> Ed25519Keys.privateKey("QUEEN_PROXY_JWT_ED25519_PEM", secret.reveal()));
        Optional<EdECPublicKey> shown =
                settings.ed25519Public().map(pem -> Ed25519Keys.publicKey("QUEEN_PROXY_JWT_ED25519_PUB_PEM", pem));
        Optional<EdECPublicKey> derived = signing.map(Ed25519Keys::publicOf);
        if (derived.isPresent() && shown.isPresent() && !derived.equals(shown)) {
            throw new InvalidSettingException("QUEEN_PROXY_JWT_ED25519_PUB_PEM is not the public half of"
                    + " QUEEN_PROXY_JWT_ED25519_PEM: give the right one, or leave it out");
        }
        if (derived.isPresent()) {
            put(keys, derived.get());
        } else if (settings.secret().isPresent()) {
            keys.put(HS_KID, new Verifying(AlgorithmIdentifiers.HMAC_SHA256, secretKey(settings)));
        } else {
            shown.ifPresent(key -> put(keys, key));
        }
        settings.furtherPublic()
                .map(pems -> Ed25519Keys.publicKeys("QUEEN_PROXY_JWT_VERIFY_PEMS", pems))
                .ifPresent(further -> further.forEach(key -> put(keys, key)));
        return new TokenKeys(keys);
    }

    private static Key secretKey(TokenSettings settings) {
        byte[] secret = settings.secret().reveal().getBytes(StandardCharsets.UTF_8);
        if (secret.length < SHORTEST_SECRET_BYTES) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_JWT_SECRET has %d bytes: give at least %d, for example `openssl rand -base64 48`"
                            .formatted(secret.length, SHORTEST_SECRET_BYTES));
        }
        return new SecretKeySpec(secret, "HmacSHA256");
    }

    private static void put(Map<String, Verifying> keys, EdECPublicKey key) {
        keys.put(Ed25519Keys.kidOf(key), new Verifying(AlgorithmIdentifiers.EDDSA, key));
    }

    /// No key at all: no session can be good.
    public boolean isEmpty() {
        return byKid.isEmpty();
    }

    Optional<Verifying> of(String kid) {
        return Optional.ofNullable(byKid.get(kid));
    }

    /// The public keys as a JSON Web Key Set; a shared secret is in none.
    public String toJwks() {
        return byKid.entrySet().stream()
                .filter(entry -> entry.getValue().key() instanceof EdECPublicKey)
                .sorted(Map.Entry.comparingByKey())
                .map(entry ->
                        jwk(entry.getKey(), (EdECPublicKey) entry.getValue().key()))
                .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
    }

    private static String jwk(String kid, EdECPublicKey key) {
        String x = Base64.getUrlEncoder().withoutPadding().encodeToString(Ed25519Keys.raw(key));
        return "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"%s\",\"kid\":\"%s\",\"alg\":\"EdDSA\",\"use\":\"sig\"}"
                .formatted(x, kid);
    }
}
