package queencell.gate.signin;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import queencell.signin.CookieRules;
import queencell.signin.EmailSessions;
import queencell.signin.EmailSessions.EmailSession;
import queencell.signin.GoogleFlow;
import queencell.signin.GoogleKeys;
import queencell.signin.OauthClient;
import queencell.signin.OauthFlow;
import queencell.signin.OauthState;
import queencell.signin.Outbound;
import queencell.signin.Provider;
import queencell.signin.StartHost;

/// Google for the public port, and the sessions that it opens (runtime, 18). Thread-safe; the way back blocks.
public final class GateSignin implements AutoCloseable {
    private static final Duration SESSION = Duration.ofHours(8);
    private static final CookieRules SESSION_COOKIE = new CookieRules("gate_session", "/", Optional.empty());
    private static final CookieRules WAY_COOKIE = new CookieRules("gate_oauth", "/api/auth", Optional.empty());

    private final Outbound outbound = new Outbound();
    private final EmailSessions sessions;
    private final GoogleFlow google;
    private final String callback;
    private final StartHost start;
    private final boolean https;

    private GateSignin(SigninSettings settings, String publicUrl, InstantSource clock) {
        this.sessions = new EmailSessions(settings.sessionSecret(), SESSION, clock);
        var client = OauthClient.of(
                        Provider.GOOGLE, settings.googleId(), settings.googleSecret(), settings.googleDomains())
                .orElseThrow();
        var states = new OauthState(OauthState.keyFrom(settings.sessionSecret()), clock);
        var keys = new GoogleKeys(outbound, settings.addresses().googleKeys(), System::nanoTime);
        this.google = new GoogleFlow(
                client,
                settings.addresses(),
                states,
                outbound,
                keys,
                settings.googleDomains().stream().findFirst());
        // never from the Host of a request: Google sends people to where we say
        String base = publicUrl.replaceAll("/+$", "");
        this.callback = base + "/api/auth/google/callback";
        this.start = new StartHost(base);
        this.https = publicUrl.startsWith("https://");
    }

    /// Empty without a client at Google.
    public static Optional<GateSignin> of(SigninSettings settings, String publicUrl, InstantSource clock) {
        return settings.googleId().map(_ -> new GateSignin(settings, publicUrl, clock));
    }

    StartHost startHost() {
        return start;
    }

    OauthFlow.Departure depart(String next) {
        return google.depart(next, callback);
    }

    OauthFlow.Arrival arrive(String state, String cookie, Optional<String> code) {
        return google.arrive(state, cookie, code, callback);
    }

    /// The `Set-Cookie` that binds the browser to a sign-in under way.
    String wayCookie(String value) {
        return WAY_COOKIE.set(value, OauthState.LIFETIME, https);
    }

    String clearedWayCookie() {
        return WAY_COOKIE.clear(https);
    }

    static String wayCookieIn(String cookies) {
        return WAY_COOKIE.onlyIn(cookies).orElse("");
    }

    /// The `Set-Cookie` that opens a session.
    String sessionCookie(OauthFlow.Arrival arrival) {
        return SESSION_COOKIE.set(sessions.mint(arrival.account()), SESSION, https);
    }

    /// The `Set-Cookie` that ends one in its browser.
    static String clearedSessionCookie(boolean https) {
        return SESSION_COOKIE.clear(https);
    }

    /// The live session among the cookies of a request.
    public Optional<EmailSession> session(String cookies) {
        return SESSION_COOKIE.in(cookies).flatMap(sessions::verify);
    }

    @Override
    public void close() {
        outbound.close();
    }
}
