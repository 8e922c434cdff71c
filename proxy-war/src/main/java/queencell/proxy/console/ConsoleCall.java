package queencell.proxy.console;

import static queencell.log.Field.field;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.UUID;
import queencell.log.EventLog;
import queencell.log.Field;
import queencell.proxy.access.Role;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.cluster.ClusterContext;
import queencell.web.Caller;

/// A request to the console API whose person may be here; [ConsoleFilter] makes it.
record ConsoleCall(ClusterContext cluster, UUID user, Role role) {
    private static final EventLog LOG = EventLog.of("console");
    private static final String PROPERTY = "queencell.console";

    void attachTo(ContainerRequestContext request) {
        request.setProperty(PROPERTY, this);
    }

    static ConsoleCall of(ContainerRequestContext request) {
        if (request.getProperty(PROPERTY) instanceof ConsoleCall call) {
            return call;
        }
        throw WebRefusals.unauthorized();
    }

    /// The line in the log beside the row of the audit: it has the client's address, which the database does not
    /// keep.
    void note(String event, ContainerRequestContext request, Field what) {
        LOG.info(
                event,
                field("cluster", cluster.slug()),
                field("user", user),
                what,
                field("client", Caller.of(request).client().getHostAddress()));
    }

    /// The same for what only an admin of the cluster may see or change.
    static ConsoleCall ofAdmin(ContainerRequestContext request) {
        ConsoleCall call = of(request);
        if (call.role != Role.ADMIN) {
            throw WebRefusals.forbidden();
        }
        return call;
    }
}
