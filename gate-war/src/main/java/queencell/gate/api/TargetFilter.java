package queencell.gate.api;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;

/// Refuses a request whose path is no text, whatever its method (runtime, 14). [GatePlanner] could not make a URI of
/// it.
@PreMatching
@Priority(Priorities.AUTHENTICATION + 1)
final class TargetFilter implements ContainerRequestFilter {

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getUriInfo().getRequestUri().equals(GatePlanner.NO_URI)) {
            throw Refuse.badRequest("the path is no UTF-8 text: escape other bytes with %%, and use UTF-8");
        }
    }
}
