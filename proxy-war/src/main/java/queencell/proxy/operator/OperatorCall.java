package queencell.proxy.operator;

import static queencell.log.Field.field;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.UUID;
import queencell.log.EventLog;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.cluster.ClusterCatalogue;
import queencell.web.Caller;

/// A request of a live operator; [OperatorFilter] makes it.
///
/// @param cell the boundary of what this operator sees and changes
record OperatorCall(UUID operator, ClusterCatalogue.Cell cell) {
    private static final EventLog LOG = EventLog.of("operator");
    private static final String PROPERTY = "queencell.operator";

    void attachTo(ContainerRequestContext request) {
        request.setProperty(PROPERTY, this);
    }

    /// The line in the log beside the row of the audit: it has the client's address, which the database does not
    /// keep.
    void note(String event, ContainerRequestContext request, UUID person) {
        LOG.info(
                event,
                field("cell", cell.slug()),
                field("operator", operator),
                field("user", person),
                field("client", Caller.of(request).client().getHostAddress()));
    }

    static boolean isOn(ContainerRequestContext request) {
        return request.getProperty(PROPERTY) instanceof OperatorCall;
    }

    static OperatorCall of(ContainerRequestContext request) {
        if (request.getProperty(PROPERTY) instanceof OperatorCall call) {
            return call;
        }
        throw WebRefusals.routeBlocked();
    }
}
