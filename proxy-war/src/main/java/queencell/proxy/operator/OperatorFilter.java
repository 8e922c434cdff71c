package queencell.proxy.operator;

import static queencell.log.Field.field;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.time.Duration;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.proxy.access.Identity;
import queencell.proxy.auth.ActingCluster;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.auth.WebRequest;
import queencell.proxy.cluster.ClusterCatalogue;
import queencell.proxy.cluster.ClusterContext;
import queencell.web.Registered;

/// Hides the operators' surface from everybody else (proxy console, 10): one answer, byte for byte, for every path,
/// method and credential, and with the switch off without a single look-up.
@PreMatching
@Priority(Priorities.AUTHENTICATION)
@Registered
public class OperatorFilter implements ContainerRequestFilter {
    private static final String PREFIX = "/api/operator/";
    private static final EventLog LOG = EventLog.of("auth");

    private final ActingCluster acting;
    private final ClusterCatalogue catalogue;
    private final Sampler uses = Sampler.every(Duration.ofSeconds(60));

    @Inject
    OperatorFilter(ActingCluster acting, ClusterCatalogue catalogue) {
        this.acting = acting;
        this.catalogue = catalogue;
    }

    /// Whether a request passed here: only then its answer may look like one of this surface.
    public static boolean admitted(ContainerRequestContext request) {
        return OperatorCall.isOn(request);
    }

    @Override
    public void filter(ContainerRequestContext request) {
        String path = request.getUriInfo().getRequestUri().getRawPath();
        if (!path.startsWith(PREFIX)) {
            return;
        }
        // without a database there is no operator, and nobody else may learn of the surface
        if (!acting.operatorsAreOn() || !acting.hasDatabase()) {
            throw WebRefusals.routeBlocked();
        }
        WebRequest head = WebRequest.of(request);
        if (!(acting.identify(head) instanceof Identity.Person person) || !person.operator()) {
            throw WebRefusals.routeBlocked();
        }
        ClusterContext cluster = acting.of(head, person);
        ClusterCatalogue.Cell cell = catalogue.cellOf(cluster.id()).orElseThrow(WebRefusals::clusterUnknown);
        uses.letThrough()
                .ifPresent(suppressed -> LOG.info(
                        "operator_access",
                        field("user", person.user()),
                        field("cluster", cluster.slug()),
                        field("path", path),
                        field("suppressed", suppressed)));
        new OperatorCall(person.user(), cell).attachTo(request);
    }
}
