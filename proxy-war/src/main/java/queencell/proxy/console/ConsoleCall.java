package queencell.proxy.console;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.UUID;
import queencell.proxy.access.Role;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.cluster.ClusterContext;

/// A request to the console API whose person may be here; [ConsoleFilter] makes it.
record ConsoleCall(ClusterContext cluster, UUID user, Role role) {
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

    /// The same for what only an admin of the cluster may see or change.
    static ConsoleCall ofAdmin(ContainerRequestContext request) {
        ConsoleCall call = of(request);
        if (call.role != Role.ADMIN) {
            throw WebRefusals.forbidden();
        }
        return call;
    }
}
