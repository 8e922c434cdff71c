package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.route.Classifier;
import queencell.proxy.route.Route;
import queencell.web.Registered;

/// Step 3: gives the request its route (pipeline, 5). A blocked path, or an operator's with operators off, is
/// absent for everybody; that needs no cluster to know, so it is told on shielded hosts too.
@PreMatching
@Priority(Step.CLASSIFY)
@Registered
public class ClassifyFilter implements ContainerRequestFilter {

    private final boolean operatorEnabled;

    @Inject
    ClassifyFilter(AccessSettings access) {
        this.operatorEnabled = access.operatorEnabled();
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.onDataPath(request).ifPresent(this::classify);
    }

    private void classify(Exchange exchange) {
        Route route = Classifier.classify(exchange.inbound().method(), exchange.path());
        exchange.classified(route);
        if (route.isBlocked() || route.isOperator() && !operatorEnabled) {
            exchange.refuse(Step.CLASSIFY, Refusals.routeBlocked());
        }
    }
}
