package queencell.signin;

import queencell.web.RefusedException;

/// The provider could not be reached, or refused what we asked for.
public final class ProviderFailedException extends RefusedException {
    private static final long serialVersionUID = 1L;

    private final String said;

    ProviderFailedException(String said) {
        super(502, "bad_gateway", "The connection to the identity provider failed: start the sign-in again.");
        this.said = said;
    }

    /// The provider's own error, such as `invalid_client: Unauthorized`: visible ASCII, 200 characters at most;
    /// empty if it told none. For those who run this: it is not part of the text.
    public String said() {
        return said;
    }
}
