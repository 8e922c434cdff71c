package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import queencell.proxy.cluster.Rate;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.Take;
import queencell.web.Registered;

/// Step 8: takes one request token of the acting cluster (pipeline, 7.3).
///
/// Stands behind authorization, so that a flood without credentials cannot spend a tenant's tokens.
@PreMatching
@Priority(Step.REQUEST_RATE)
@Registered
public class RequestRateFilter implements ContainerRequestFilter {

    private final Buckets buckets;
    private final Enforcement enforcement;

    @Inject
    RequestRateFilter(Buckets buckets, Enforcement enforcement) {
        this.buckets = buckets;
        this.enforcement = enforcement;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.onDataPath(request)
                .ifPresent(
                        exchange -> exchange.cluster().limits().requestRate().ifPresent(rate -> take(exchange, rate)));
    }

    private void take(Exchange exchange, Rate rate) {
        if (buckets.requests().take(exchange.cluster().id(), rate, 1) instanceof Take.Refused refused) {
            enforcement.limit(
                    exchange,
                    LimitRefusal.shadowable(
                            "req",
                            Refusals.requestRate(rate.perSecond(), refused.retryAfter()),
                            field("max", rate.perSecond()),
                            field("retry_after_s", refused.retryAfter().toSeconds())));
        }
    }
}
