package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.route.Route.PushBlockAsked;
import queencell.proxy.route.RouteClass.Gated;
import queencell.web.Registered;

/// Step 4: what the plan keeps closed, and pushes that are blocked whatever their body says (pipeline, 4 and 5.3).
@PreMatching
@Priority(Step.FEATURE)
@Registered
public class FeatureFilter implements ContainerRequestFilter {

    private final PushBlocks pushBlocks;
    private final Enforcement enforcement;

    @Inject
    FeatureFilter(PushBlocks pushBlocks, Enforcement enforcement) {
        this.pushBlocks = pushBlocks;
        this.enforcement = enforcement;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.onDataPath(request)
                .ifPresent(exchange -> exchange.clusterIfResolved()
                        .ifPresent(cluster -> exchange.ask(Step.FEATURE, () -> gate(exchange, cluster))));
    }

    private void gate(Exchange exchange, ClusterContext cluster) {
        if (exchange.route().kind() instanceof Gated gated
                && !cluster.features().allows(gated.feature())) {
            exchange.end(Refusals.featureGated(gated.feature()));
        } else if (exchange.route().pushBlock() == PushBlockAsked.AT_GATE) {
            pushBlocks.of(cluster).ifPresent(block -> enforcement.limit(exchange, LimitRefusal.pushBlock(block)));
        }
    }
}
