package queencell.tenant;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Session tokens like those of a sign-in (pipeline, 6.3), signed with a secret that the test gave to the proxy.
public final class SessionTokens {

    /// Of every cell under test.
    public static final String SECRET = "a-signing-secret-of-tests-with-32-bytes-or-more";

    private SessionTokens() {}

    /// What a sign-in gives: no cluster, the placeholder role.
    public static String of(UUID user) {
        return token(Map.of("sub", user.toString()), Duration.ofMinutes(5));
    }

    /// A token with some claims set or replaced.
    public static String token(Map<String, Object> claims, Duration life) {
        var all = new TreeMap<String, Object>();
        long now = Instant.now().getEpochSecond();
        all.put("iss", "queen-proxy");
        all.put("iat", now);
        all.put("exp", now + life.toSeconds());
        all.put("jti", UUID.randomUUID().toString());
        all.put("role", "viewer");
        all.putAll(claims);
        String signed = part("{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"hs\"}") + "." + part(Tenants.text(all));
        return signed + "." + encode(mac(signed));
    }

    private static String part(String json) {
        return encode(json.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] mac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has HmacSHA256", impossible);
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
