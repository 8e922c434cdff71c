package queencell.gate.api;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Optional;

/// Who makes a request.
///
/// @param actor `internal`, `google` or `dev`
/// @param admin may change things
/// @param expiresAt end of the session, epoch seconds
record Caller(String actor, boolean admin, Optional<String> email, Optional<Long> expiresAt) {
    private static final String PROPERTY = "queencell.gate.caller";

    /// Whoever reaches the internal listener.
    static final Caller INTERNAL = new Caller("internal", true, Optional.empty(), Optional.empty());

    static Caller of(ContainerRequestContext request) {
        return request.getProperty(PROPERTY) instanceof Caller caller ? caller : INTERNAL;
    }

    void signs(ContainerRequestContext request) {
        request.setProperty(PROPERTY, this);
    }
}
