package queencell.proxy.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import queencell.signin.CookieRules;

/// What a request shows to prove who sends it, before anybody has checked it (pipeline, 6.1).
public sealed interface Credential {
    /// @param keyHash SHA-256 of the key, 64 lower-case hexadecimal digits; the key itself is not kept
    record ApiKey(String keyHash) implements Credential {
        @Override
        public String toString() {
            return "ApiKey[…]";
        }
    }

    /// @param token a session token nobody has verified yet
    record Session(String token) implements Credential {
        @Override
        public String toString() {
            return "Session[…]";
        }
    }

    record None() implements Credential {}

    String API_KEY_PREFIX = "qk_";

    /// Reads the credential of an API request. An explicit header wins over the cookie, and a top-level navigation of
    /// a browser has no credential: the cookie is `SameSite=Lax`, so that a hostile page could otherwise navigate a
    /// logged-in browser to a pop address and lease messages.
    ///
    /// @param authorization header value, empty if absent; likewise the other two
    /// @param cookieName the session cookie's name, `QUEEN_PROXY_COOKIE_NAME`
    static Credential ofApiRequest(String authorization, String secFetchMode, String cookie, String cookieName) {
        Optional<Credential> shown = fromAuthorization(authorization);
        if (shown.isPresent()) {
            return shown.get();
        }
        return secFetchMode.equalsIgnoreCase("navigate") ? new None() : fromCookie(cookie, cookieName);
    }

    /// As [#ofApiRequest] for pages, which are navigated to.
    static Credential ofPageRequest(String authorization, String cookie, String cookieName) {
        return fromAuthorization(authorization).orElseGet(() -> fromCookie(cookie, cookieName));
    }

    /// The stored form of a key.
    static String hashOf(String apiKey) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(apiKey.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("this Java has no SHA-256, which every Java must have", missing);
        }
    }

    private static Optional<Credential> fromAuthorization(String header) {
        String authorization = HeaderText.of(header);
        // the scheme in any case (A18)
        String token =
                authorization.regionMatches(true, 0, "Bearer ", 0, 7) ? authorization.substring(7) : authorization;
        String trimmed = token.strip();
        if (trimmed.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(trimmed.startsWith(API_KEY_PREFIX) ? new ApiKey(hashOf(trimmed)) : new Session(trimmed));
    }

    private static Credential fromCookie(String cookie, String cookieName) {
        return new CookieRules(cookieName, "/", Optional.empty())
                .in(cookie)
                // a value the browser attaches by itself must not become a key of the data plane
                .filter(value -> !value.startsWith(API_KEY_PREFIX))
                .<Credential>map(Session::new)
                .orElseGet(None::new);
    }
}
