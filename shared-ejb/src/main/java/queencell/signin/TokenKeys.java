package queencell.signin;

import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.spec.SecretKeySpec;
import org.jose4j.jws.AlgorithmIdentifiers;
import queencell.settings.InvalidSettingException;
import queencell.settings.Secret;

/// The key that signs session tokens, and those by which they are verified, each under its `kid` (pipeline, 6.3 and
/// OPEN-7). Immutable.
///
/// One key signs: Ed25519, else P-256, else the shared secret. Material that is given but cannot be used ends the start
/// (A24): falling back to another key would accept tokens that nobody meant to accept.
public final class TokenKeys {
    private static final String HS_KID = "hs";
    private static final int SHORTEST_SECRET_BYTES = 32;
    private static final String ES256 = AlgorithmIdentifiers.ECDSA_USING_P256_CURVE_AND_SHA256;

    private final Optional<Signing> signing;
    private final Map<String, Verifying> byKid;

    /// @param algorithm the only one that this key verifies, so that none can be talked down to another
    record Verifying(String algorithm, Key key) {}

    record Signing(String kid, String algorithm, Key key) {
        @Override
        public String toString() {
            return "Signing[" + kid + "]";
        }
    }

    private TokenKeys(Optional<Signing> signing, Map<String, Verifying> byKid) {
        this.signing = signing;
        this.byKid = Map.copyOf(byKid);
    }

    /// @throws InvalidSettingException when material is given that cannot be used
    public static TokenKeys of(TokenSettings settings) {
        return of(settings, false);
    }

    /// @param guessable whether the shared secret may be short: where nobody but this machine can try
    /// @throws InvalidSettingException when material is given that cannot be used
    public static TokenKeys of(TokenSettings settings, boolean guessable) {
        Optional<EdECPrivateKey> edwards = Optional.of(settings.ed25519Private())
                .filter(secret -> secret.isGiven())
                .map(secret -> Ed25519Keys.privateKey("QUEEN_PROXY_JWT_ED25519_PEM", secret.reveal()));
        Optional<ECPrivateKey> elliptic = Optional.of(settings.es256Private())
                .filter(secret -> secret.isGiven())
                .map(secret -> Es256Keys.privateKey("QUEEN_PROXY_JWT_ES256_PEM", secret.reveal()));
        Optional<EdECPublicKey> shown =
                settings.ed25519Public().map(pem -> Ed25519Keys.publicKey("QUEEN_PROXY_JWT_ED25519_PUB_PEM", pem));
        checkThatItIsNoWhiteSpace(settings.secret());
        Map<String, Verifying> keys = new LinkedHashMap<>();
        Optional<Signing> signing;
        if (edwards.isPresent()) {
            EdECPublicKey derived = Ed25519Keys.publicOf(edwards.get());
            checkThatTheyBelongTogether(derived, shown);
            signing = Optional.of(new Signing(put(keys, derived), AlgorithmIdentifiers.EDDSA, edwards.get()));
        } else if (elliptic.isPresent()) {
            signing = Optional.of(new Signing(put(keys, P256.publicOf(elliptic.get())), ES256, elliptic.get()));
        } else if (settings.secret().isPresent()) {
            Key secret = secretKey(settings, guessable);
            keys.put(HS_KID, new Verifying(AlgorithmIdentifiers.HMAC_SHA256, secret));
            signing = Optional.of(new Signing(HS_KID, AlgorithmIdentifiers.HMAC_SHA256, secret));
        } else {
            shown.ifPresent(key -> put(keys, key));
            signing = Optional.empty();
        }
        settings.furtherPublic().ifPresent(pems -> putFurther(keys, pems));
        return new TokenKeys(signing, keys);
    }

    private static void checkThatTheyBelongTogether(EdECPublicKey derived, Optional<EdECPublicKey> shown) {
        if (shown.isPresent() && !derived.equals(shown.get())) {
            throw new InvalidSettingException("QUEEN_PROXY_JWT_ED25519_PUB_PEM is not the public half of"
                    + " QUEEN_PROXY_JWT_ED25519_PEM: give the right one, or leave it out");
        }
    }

    private static void checkThatItIsNoWhiteSpace(Secret secret) {
        if (secret.isGiven() && !secret.isPresent()) {
            throw new InvalidSettingException("QUEEN_PROXY_JWT_SECRET is white space only: give at least %d bytes, for"
                            .formatted(SHORTEST_SECRET_BYTES)
                    + " example `openssl rand -base64 48`, or leave it empty");
        }
    }

    private static Key secretKey(TokenSettings settings, boolean guessable) {
        byte[] secret = settings.secret().reveal().getBytes(StandardCharsets.UTF_8);
        if (secret.length < SHORTEST_SECRET_BYTES && !guessable) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_JWT_SECRET has %d bytes: give at least %d, for example `openssl rand -base64 48`."
                                    .formatted(secret.length, SHORTEST_SECRET_BYTES)
                            + " Fewer are enough only where QUEEN_PROXY_BIND_ADDR is a loopback address");
        }
        // HMAC fills a short key up with zeros itself: the same key, in the length that jose4j asks for
        byte[] filled = Arrays.copyOf(secret, Math.max(secret.length, SHORTEST_SECRET_BYTES));
        return new SecretKeySpec(filled, "HmacSHA256");
    }

    private static void putFurther(Map<String, Verifying> keys, String pems) {
        String setting = "QUEEN_PROXY_JWT_VERIFY_PEMS";
        var blocks = Ed25519Keys.blocks(setting, pems);
        if (blocks.isEmpty()) {
            throw Ed25519Keys.unusable(setting, "one or more public keys");
        }
        for (byte[] der : blocks) {
            if (Ed25519Keys.isPublic(der)) {
                put(keys, Ed25519Keys.publicKey(setting, der));
            } else {
                put(keys, Es256Keys.publicKey(setting, der));
            }
        }
    }

    private static String put(Map<String, Verifying> keys, EdECPublicKey key) {
        String kid = Ed25519Keys.kidOf(key);
        keys.put(kid, new Verifying(AlgorithmIdentifiers.EDDSA, key));
        return kid;
    }

    private static String put(Map<String, Verifying> keys, ECPublicKey key) {
        String kid = Es256Keys.kidOf(key);
        keys.put(kid, new Verifying(ES256, key));
        return kid;
    }

    /// No key at all: no session can be good.
    public boolean isEmpty() {
        return byKid.isEmpty();
    }

    /// Whether sessions can be made here; without a signing key they can be verified at most.
    public boolean canSign() {
        return signing.isPresent();
    }

    Optional<Signing> signing() {
        return signing;
    }

    Optional<Verifying> of(String kid) {
        return Optional.ofNullable(byKid.get(kid));
    }

    /// The public keys as a JSON Web Key Set; a shared secret is in none.
    public String toJwks() {
        return byKid.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> jwk(entry.getKey(), entry.getValue().key()))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
    }

    private static Optional<String> jwk(String kid, Key key) {
        return switch (key) {
            case EdECPublicKey edwards -> Optional.of(Ed25519Keys.jwk(kid, edwards));
            case ECPublicKey elliptic -> Optional.of(Es256Keys.jwk(kid, elliptic));
            default -> Optional.empty();
        };
    }
}
