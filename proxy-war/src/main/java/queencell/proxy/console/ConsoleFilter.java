package queencell.proxy.console;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.util.UUID;
import queencell.proxy.access.Identity;
import queencell.proxy.access.Principal;
import queencell.proxy.access.Role;
import queencell.proxy.auth.ActingCluster;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.auth.WebRequest;
import queencell.proxy.cluster.ClusterContext;
import queencell.web.Registered;

/// Which cluster, which person, in the order of the contract (proxy console, 3): cluster, database, session, role,
/// status.
/// It runs before a path is matched and before a body is read, so a stranger learns nothing from either.
@PreMatching
@Priority(Priorities.AUTHENTICATION)
@Registered
public class ConsoleFilter implements ContainerRequestFilter {
    private static final String PREFIX = "/api/console/";

    private final ActingCluster acting;

    @Inject
    ConsoleFilter(ActingCluster acting) {
        this.acting = acting;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getUriInfo().getRequestUri().getRawPath().startsWith(PREFIX)) {
            admit(WebRequest.of(request)).attachTo(request);
        }
    }

    private ConsoleCall admit(WebRequest request) {
        ActingCluster.Resolved resolved = acting.resolve(request);
        if (!acting.hasDatabase()) {
            throw WebRefusals.noDatabase();
        }
        ClusterContext cluster = resolved.cluster();
        Principal principal = principal(resolved.identity(), cluster);
        if (cluster.status().refusesEverything()) {
            throw WebRefusals.clusterSuspended();
        }
        return new ConsoleCall(cluster, userOf(principal), roleOf(principal));
    }

    private Principal principal(Identity identity, ClusterContext cluster) {
        return switch (identity) {
            case Identity.Person person -> acting.standing(person, cluster);
            case Identity.Nobody nobody -> throw WebRefusals.unauthorized();
            case Identity.KeyHolder holder -> throw WebRefusals.forbidden();
            case Identity.Unverified unverified -> throw WebRefusals.forbidden();
        };
    }

    private static UUID userOf(Principal principal) {
        return switch (principal) {
            case Principal.SessionPrincipal session -> session.userId();
            case Principal.OperatorPrincipal operator -> operator.userId();
            case Principal.ApiKeyPrincipal key -> throw WebRefusals.forbidden();
        };
    }

    private static Role roleOf(Principal principal) {
        return principal instanceof Principal.SessionPrincipal session ? session.role() : Role.ADMIN;
    }
}
