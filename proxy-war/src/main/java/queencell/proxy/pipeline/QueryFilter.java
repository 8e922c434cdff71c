package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.time.Duration;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.route.QueryRules;
import queencell.proxy.route.QueryRules.Outcome;
import queencell.web.Registered;

/// Step 7, computed behind the request bucket because a refused query has cost its token (pipeline, 7.13 and 9.2): what
/// is sent on as the query, and until when the broker must have answered.
@PreMatching
@Priority(Step.QUERY)
@Registered
public class QueryFilter implements ContainerRequestFilter {

    private final UpstreamRules rules;
    private final LimitSettings limits;

    @Inject
    QueryFilter(UpstreamRules rules, LimitSettings limits) {
        this.rules = rules;
        this.limits = limits;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.onDataPath(request).ifPresent(exchange -> {
            plan(exchange);
            // whatever the client's method was: one resource method forwards them all
            if (!request.getMethod().equals(ForwardResource.METHOD)) {
                request.setMethod(ForwardResource.METHOD);
            }
        });
    }

    private void plan(Exchange exchange) {
        long maxBatch = exchange.cluster().limits().maxBatchItems().orElse(limits.maxBatchItems());
        Outcome outcome = QueryRules.apply(
                exchange.route(),
                exchange.path(),
                exchange.query(),
                maxBatch,
                rules.longPollMax().toMillis());
        switch (outcome) {
            case Outcome.Refused(String text) -> exchange.end(Refusals.invalidRequest(text));
            case Outcome.Forward forward ->
                exchange.planned(new Exchange.Outgoing(forward.query(), forward.parks(), deadline(forward)));
        }
    }

    private Duration deadline(Outcome.Forward forward) {
        return forward.waitMillis().isPresent()
                ? Duration.ofMillis(forward.waitMillis().getAsLong()).plus(rules.longPollMargin())
                : rules.timeout();
    }
}
