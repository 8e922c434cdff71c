package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.time.Duration;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.proxy.access.Authorization;
import queencell.web.Registered;

/// Step 6: may this one do that (pipeline, 6.6)? A refused operator's path is absent, not forbidden.
@PreMatching
@Priority(Step.AUTHORIZE)
@Registered
public class AuthorizeFilter implements ContainerRequestFilter {
    private static final EventLog LOG = EventLog.of("auth");

    private final Sampler operatorAccess = Sampler.every(Duration.ofSeconds(60));

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.onDataPath(request).ifPresent(this::authorize);
    }

    private void authorize(Exchange exchange) {
        switch (Authorization.judge(exchange.route(), exchange.principal())) {
            case ALLOWED -> noteOperator(exchange);
            case FORBIDDEN -> exchange.end(Refusals.forbidden());
            case HIDDEN -> exchange.end(Refusals.routeBlocked());
        }
    }

    private void noteOperator(Exchange exchange) {
        if (exchange.route().isOperator()) {
            operatorAccess
                    .letThrough()
                    .ifPresent(suppressed -> LOG.info(
                            "operator_access",
                            field("path", exchange.path()),
                            field("suppressed", suppressed),
                            field("rid", exchange.requestId())));
        }
    }
}
