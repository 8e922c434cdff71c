package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import queencell.proxy.cluster.ClusterContext;
import queencell.web.Registered;

/// Step 2: a suspended cluster answers nothing else, reads included (pipeline, 4).
@PreMatching
@Priority(Step.STATUS)
@Registered
public class StatusFilter implements ContainerRequestFilter {

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.onDataPath(request)
                .ifPresent(exchange -> exchange.clusterIfResolved()
                        .filter(StatusFilter::isSuspended)
                        .ifPresent(_ -> exchange.refuse(Step.STATUS, Refusals.clusterSuspended())));
    }

    private static boolean isSuspended(ClusterContext cluster) {
        return cluster.status().refusesEverything();
    }
}
