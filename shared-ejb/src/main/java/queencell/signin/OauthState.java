package queencell.signin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import queencell.settings.Secret;

/// What ties the way out to a provider to the way back (proxy console, 6.2): signed, bound to the browser by a cookie,
/// good for one return within five minutes. Thread-safe.
///
/// Nothing is kept on the server but the nonces that were spent, so any process with the same key can take the return.
public final class OauthState {
    public static final Duration LIFETIME = Duration.ofSeconds(300);

    private static final int NONCE_BYTES = 24;
    private static final int COOKIE_BYTES = 32;
    private static final int MOST_SPENT = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final byte[] key;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Long> spent = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_SPENT;
        }
    };

    /// @param state for the provider, @param cookie for the browser; the other two go to the provider as well
    public record Begun(String state, String nonce, String challenge, String cookie) {
        @Override
        public String toString() {
            return "Begun[…]";
        }
    }

    public sealed interface Return {
        /// @param verifier proves to the provider that this is who went out (PKCE)
        record Good(String nonce, String next, String verifier) implements Return {
            @Override
            public String toString() {
                return "Good[…]";
            }
        }

        /// @param reason for the log
        record Bad(String reason) implements Return {}
    }

    /// @param key 32 secret bytes or more
    public OauthState(byte[] key, InstantSource clock) {
        this.key = key.clone();
        this.clock = clock;
    }

    public static byte[] randomKey() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /// A key out of a secret that signs other things as well, so that neither passes for the other.
    public static byte[] keyFrom(Secret secret) {
        return Hashes.hmacSha256(secret.reveal().getBytes(StandardCharsets.UTF_8), "oauth state");
    }

    /// @param provider the only one at whose callback the state counts
    public Begun begin(Provider provider, String next) {
        byte[] nonceBytes = new byte[NONCE_BYTES];
        random.nextBytes(nonceBytes);
        byte[] cookieBytes = new byte[COOKIE_BYTES];
        random.nextBytes(cookieBytes);
        String nonce = HexFormat.of().formatHex(nonceBytes);
        String cookie = Hashes.base64Url(cookieBytes);
        var payload = JSON.createObjectNode()
                .put("n", nonce)
                .put("x", NextTarget.of(next))
                .put("e", clock.instant().plus(LIFETIME).getEpochSecond())
                .put("b", Hashes.sha256Base64Url(cookie))
                .put("p", provider.wireName());
        String encoded = Hashes.base64Url(bytesOf(payload));
        return new Begun(
                encoded + "." + signatureOf(encoded), nonce, Hashes.sha256Base64Url(verifierOf(cookie)), cookie);
    }

    private static byte[] bytesOf(JsonNode payload) {
        try {
            return JSON.writeValueAsBytes(payload);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a state that cannot be written", impossible);
        }
    }

    /// Takes the state back, once.
    ///
    /// @param cookie the browser's, empty if it sent none
    public Return redeem(Provider provider, String state, String cookie) {
        int dot = state.indexOf('.');
        if (dot < 0 || !isSame(state.substring(dot + 1), signatureOf(state.substring(0, dot)))) {
            return new Return.Bad("signature");
        }
        try {
            JsonNode payload = JSON.readTree(Base64.getUrlDecoder().decode(state.substring(0, dot)));
            return judge(provider, payload, cookie);
        } catch (IOException | IllegalArgumentException notOurs) {
            return new Return.Bad("malformed");
        }
    }

    private Return judge(Provider provider, JsonNode payload, String cookie) {
        String nonce = payload.path("n").asText();
        long expiry = payload.path("e").asLong();
        if (!payload.path("p").asText().equals(provider.wireName())) {
            return new Return.Bad("another provider");
        }
        if (clock.instant().getEpochSecond() >= expiry) {
            return new Return.Bad("expired");
        }
        if (cookie.isEmpty() || !isSame(payload.path("b").asText(), Hashes.sha256Base64Url(cookie))) {
            return new Return.Bad("another browser");
        }
        if (!spend(nonce, expiry)) {
            return new Return.Bad("spent");
        }
        return new Return.Good(nonce, NextTarget.of(payload.path("x").asText()), verifierOf(cookie));
    }

    private synchronized boolean spend(String nonce, long expiry) {
        long now = clock.instant().getEpochSecond();
        spent.values().removeIf(until -> until <= now);
        return spent.putIfAbsent(nonce, expiry) == null;
    }

    private String verifierOf(String cookie) {
        return Hashes.base64Url(Hashes.hmacSha256(key, "pkce|" + cookie));
    }

    private String signatureOf(String encoded) {
        return Hashes.base64Url(Hashes.hmacSha256(key, encoded));
    }

    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
