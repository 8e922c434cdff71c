package queencell.proxy.pipeline;

import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletionStage;
import queencell.proxy.forward.Upstream;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.registry.QueueRegistry;
import queencell.proxy.task.VirtualThreads;
import queencell.web.Registered;

/// Where every request that passed the filters goes on (pipeline, steps 9 to 12). Its path is a stand-in that the
/// planner gives to all of them: the raw target is never parsed.
@Path(ForwardResource.PATH)
@Registered
public class ForwardResource {
    /// Longer than any other path of the application: JAX-RS tries patterns in the order of their length, so that this
    /// one is the first.
    static final String PATH = "whatever-the-filters-have-let-pass";
    /// The last filter gives every request this method.
    static final String METHOD = "POST";

    private final DataPath path;

    @Inject
    ForwardResource(
            BodyGate gate,
            Charges charges,
            QueueRegistry registry,
            OutgoingHead outgoing,
            PollParking parking,
            Upstream upstream,
            Settlement settlement,
            VirtualThreads elsewhere,
            LimitSettings limits,
            EdgeRules edge) {
        this.path = new DataPath(
                gate,
                charges,
                registry,
                outgoing,
                parking,
                upstream,
                settlement,
                elsewhere.executor(),
                new LargeBodies(),
                BodyCap.ofData(limits, edge));
    }

    /// Returns at once; the rest happens on the loop of the connection.
    ///
    /// @param request without an annotation, and no `AsyncResponse`: Jersey would look either up anew for
    ///     every request
    @POST
    public CompletionStage<Response> forward(ContainerRequestContext request) {
        var exchange = Exchange.of(request);
        var call = new DataCall(path, exchange, request);
        if (exchange.inbound().loop().inEventLoop()) {
            call.start();
        } else {
            exchange.inbound().loop().execute(call::start);
        }
        return call.response();
    }
}
