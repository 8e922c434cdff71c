package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import queencell.proxy.forward.ForwardRules;
import queencell.web.Registered;

/// Step 7: the bound of a head that can be judged only now (pipeline, 13 and A30), because how many fields reach the
/// broker depends on cluster and route.
///
/// Stands in front of everything that takes something of the cluster's: a refused head has spent nothing (7.13).
@PreMatching
@Priority(Step.FIELD_COUNT)
@Registered
public class FieldCountFilter implements ContainerRequestFilter {

    private final OutgoingHead outgoing;

    @Inject
    FieldCountFilter(OutgoingHead outgoing) {
        this.outgoing = outgoing;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.onDataPath(request)
                .ifPresent(exchange -> outgoing.tooManyFields(exchange)
                        .ifPresent(count -> exchange.end(Refusals.tooManyHeaders(count, ForwardRules.MAX_FIELDS))));
    }
}
