package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import queencell.gate.graph.GraphId;
import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.plan.EgressPlan;
import queencell.gate.plan.NodePlan;
import queencell.web.RefusedException;

/// Routes by which Gate once handed out work (runtime, 16.10). They say where the work is now; a 404 would suggest a
/// mistyped address.
@Path("/")
public final class GoneResource {
    private static final String NO_POP = "Gate no longer mediates the pop. ";

    private final GraphRegistry registry;

    GoneResource(GraphRegistry registry) {
        this.registry = registry;
    }

    @GET
    @Path("v1/apps/{app}/graphs/{graph}/nodes/{node}/next")
    public Response next(
            @PathParam("app") String application, @PathParam("graph") String graph, @PathParam("node") String node) {
        throw gone(registry.find(new GraphId(application, graph)), Optional.of(node));
    }

    @GET
    @Path("v1/graphs/{graph}/nodes/{node}/next")
    public Response nextBare(@PathParam("graph") String graph, @PathParam("node") String node) {
        throw gone(only(graph), Optional.of(node));
    }

    @GET
    @Path("v1/apps/{app}/targets/{graph}/lanes/{lane}/next")
    public Response nextOfTarget(@PathParam("app") String application, @PathParam("graph") String graph) {
        throw gone(registry.find(new GraphId(application, graph)), Optional.empty());
    }

    @GET
    @Path("v1/targets/{graph}/lanes/{lane}/next")
    public Response nextOfTargetBare(@PathParam("graph") String graph) {
        throw gone(only(graph), Optional.empty());
    }

    @POST
    @Path("v1/leases/{rest: .*}")
    public Response lease() {
        throw gone(NO_POP
                + "Consume the node's `egressQueue`, which GET of the graph names, with an SDK, and acknowledge there."
                + " When a vendor says 429, report it with POST …/nodes/{node}/backoff.");
    }

    private Optional<GraphRuntime> only(String graph) {
        List<GraphRuntime> named = registry.named(graph);
        return named.size() == 1 ? Optional.of(named.getFirst()) : Optional.empty();
    }

    private static RefusedException gone(Optional<GraphRuntime> runtime, Optional<String> node) {
        Optional<NodePlan> plan = runtime.flatMap(graph -> node.isPresent()
                ? graph.node(node.get())
                : graph.plan().nodes().stream()
                        .filter(each -> each.egress().isPresent())
                        .findFirst());
        if (plan.isEmpty()) {
            return gone(NO_POP + "Consume the `egressQueue` of the node, which GET of the graph names, with an SDK.");
        }
        Optional<EgressPlan> egress = plan.get().egress();
        if (egress.isEmpty()) {
            return gone(NO_POP
                    + "Node `%s` declares no egress, so there is nothing to consume; its work goes on to the next node."
                            .formatted(plan.get().name()));
        }
        String queue = egress.get().queue();
        return gone(NO_POP + """
                Consume the egress queue `%1$s` with an SDK:
                  messages = queen.queue("%1$s").group("%2$s").pop()
                  queen.ack(messages)""".formatted(queue, egress.get().group().orElse("workers")));
    }

    private static RefusedException gone(String text) {
        return new RefusedException(410, "gone", text);
    }
}
