package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.io.ByteArrayInputStream;
import java.util.concurrent.CompletableFuture;
import queencell.listener.BodyFailure;
import queencell.listener.Collected;
import queencell.listener.Inbound;
import queencell.web.Registered;

/// Reads the body of a live operator, and of nobody else: a stranger who is told that his body is too large, or who
/// is waited for until it is whole, would learn that there is something. Waits on the request's own virtual thread.
@PreMatching
@Priority(Step.OPERATOR_BODY)
@Registered
public class OperatorBodyFilter implements ContainerRequestFilter {
    private final BodyCap cap;

    @Inject
    OperatorBodyFilter(BodyCap cap) {
        this.cap = cap;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.ofOperator(request)
                .ifPresent(exchange -> request.setEntityStream(new ByteArrayInputStream(bodyOf(exchange))));
    }

    private byte[] bodyOf(Exchange exchange) {
        return switch (collected(exchange.inbound())) {
            case Collected.Whole(byte[] bytes) -> bytes;
            case Collected.TooLarge(long seen) -> throw exchange.end(Refusals.bodyTooLarge(seen, cap));
            case Collected.Incomplete(BodyFailure failure) -> throw exchange.end(Refusals.bodyBroken(failure));
        };
    }

    private Collected collected(Inbound inbound) {
        var body = new CompletableFuture<Collected>();
        // whoever leaves is not collected from any more
        inbound.onDisconnect(() -> body.complete(new Collected.Incomplete(BodyFailure.CLIENT_GONE)));
        inbound.body().collect(OperatorBodyFilter.class, cap.bytes(), body::complete);
        return body.join();
    }
}
