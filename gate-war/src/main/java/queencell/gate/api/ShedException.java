package queencell.gate.api;

import java.util.Map;
import queencell.web.RefusedException;

/// A push that was shed; the answer says in header and body when to come again (runtime, 16.5).
public final class ShedException extends RefusedException {
    private static final long serialVersionUID = 1L;

    private final long retryAfterSeconds;

    ShedException(String text, long retryAfterSeconds) {
        super(429, "shed", text, Map.of("Retry-After", Long.toString(retryAfterSeconds)));
        this.retryAfterSeconds = retryAfterSeconds;
    }

    long retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
