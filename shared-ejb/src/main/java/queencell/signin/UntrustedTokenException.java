package queencell.signin;

import queencell.web.RefusedException;

/// An id token that the provider did not make for us, or not lately: wrong key, algorithm, issuer, audience, or
/// expired.
public final class UntrustedTokenException extends RefusedException {
    private static final long serialVersionUID = 1L;

    UntrustedTokenException() {
        super(400, "invalid_request", "The identity provider's answer cannot be trusted: start again.");
    }
}
