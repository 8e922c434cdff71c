package queencell.proxy.operator;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.UUID;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.cluster.ClusterCatalogue;

/// A request of a live operator; [OperatorFilter] makes it.
///
/// @param cell the boundary of what this operator sees and changes
record OperatorCall(UUID operator, ClusterCatalogue.Cell cell) {
    private static final String PROPERTY = "queencell.operator";

    void attachTo(ContainerRequestContext request) {
        request.setProperty(PROPERTY, this);
    }

    static OperatorCall of(ContainerRequestContext request) {
        if (request.getProperty(PROPERTY) instanceof OperatorCall call) {
            return call;
        }
        throw WebRefusals.routeBlocked();
    }
}
