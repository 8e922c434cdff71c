package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import queencell.web.Registered;

/// The rules of [WebEdgeFilter] for live operators. They hold only here, behind the filter that hides their
/// surface: a stranger who is told that he comes too often, or from a foreign page, would learn that there is
/// something.
@PreMatching
@Priority(Step.OPERATOR_EDGE)
@Registered
public class OperatorEdgeFilter implements ContainerRequestFilter {
    private final WebEdgeFilter edge;

    @Inject
    OperatorEdgeFilter(WebEdgeFilter edge) {
        this.edge = edge;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.ofOperator(request).ifPresent(exchange -> edge.judge(request, exchange));
    }
}
