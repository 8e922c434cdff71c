package queencell.signin;

import java.time.Duration;
import java.util.Map;
import queencell.web.RefusedException;

/// Every answer by which signing in is refused (proxy console, 2).
///
/// The words that steer consumers of shipped SDKs (pipeline, A38) are kept out of these texts as well: `connection`
/// stands in the 502 only.
public final class SigninRefusals {

    private SigninRefusals() {}

    /// One text for an unknown address, an account without a password and a wrong password.
    public static RefusedException wrongPassword() {
        return new RefusedException(401, "unauthorized", "The e-mail address or the password is not right.");
    }

    public static RefusedException tooManyAttempts(Duration wait) {
        return rateLimited("Too many failed sign-ins: try again later.", wait);
    }

    public static RefusedException tooBusy() {
        return new RefusedException(
                503,
                "overloaded",
                "Too many people are signing in at this moment: try again.",
                Map.of("Retry-After", "1"));
    }

    public static RefusedException notConfigured(Provider provider) {
        return new RefusedException(
                404, "not_configured", "Sign-in with %s is not configured here.".formatted(provider.label()));
    }

    public static RefusedException noSigner() {
        return new RefusedException(
                503,
                "not_configured",
                "nobody can sign in here: set QUEEN_PROXY_JWT_ED25519_PEM, QUEEN_PROXY_JWT_ES256_PEM or"
                        + " QUEEN_PROXY_JWT_SECRET, one of which signs sessions");
    }

    public static RefusedException refusedByProvider(Provider provider) {
        return new RefusedException(
                400, "invalid_request", "%s did not confirm the sign-in: start again.".formatted(provider.label()));
    }

    public static RefusedException invalidState() {
        return new RefusedException(
                400,
                "invalid_state",
                "This sign-in was started in another browser, too long ago, or was used already: start again.");
    }

    public static RefusedException noCode() {
        return new RefusedException(400, "invalid_request", "the parameter `code` is missing: start again");
    }

    public static ProviderFailedException providerFailed(String said) {
        return new ProviderFailedException(said);
    }

    public static UntrustedTokenException untrustedToken() {
        return new UntrustedTokenException();
    }

    /// The provider's token is genuine, and does not say who it is about.
    public static RefusedException namelessToken() {
        return new RefusedException(
                400, "invalid_request", "The identity provider did not tell an account and an e-mail address.");
    }

    public static RefusedException emailUnverified() {
        return new RefusedException(
                403, "email_unverified", "The provider has not verified this account's primary e-mail address.");
    }

    /// Does not say which domain: the log does.
    public static RefusedException domainNotAllowed() {
        return new RefusedException(
                403, "domain_not_allowed", "Accounts of this domain may not sign in here: use another account.");
    }

    public static RefusedException notProvisioned() {
        return new RefusedException(
                403,
                "not_provisioned",
                "Nobody is known here under this e-mail address: ask an administrator to add you.");
    }

    private static RefusedException rateLimited(String text, Duration wait) {
        // rounded up: whoever waits that long is let through
        long seconds = Math.max(1, wait.plusNanos(999_999_999).toSeconds());
        return new RefusedException(429, "rate_limited", text, Map.of("Retry-After", Long.toString(seconds)));
    }
}
