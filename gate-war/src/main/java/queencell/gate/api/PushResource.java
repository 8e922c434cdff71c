package queencell.gate.api;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import queencell.gate.graph.GraphRuntime;

/// The front door (runtime, 16.5).
@Path("/")
public final class PushResource {
    private final GraphFinder finder;
    private final FrontDoor door;

    PushResource(GraphFinder finder, FrontDoor door) {
        this.finder = finder;
        this.door = door;
    }

    @POST
    @Path("v1/apps/{app}/graphs/{graph}/nodes/{node}/push")
    public Response push(
            @PathParam("app") String application,
            @PathParam("graph") String graph,
            @PathParam("node") String node,
            @Context HttpHeaders headers,
            byte[] body) {
        return pushed(application, graph, node, headers, body);
    }

    @POST
    @Path("v1/graphs/{graph}/nodes/{node}/push")
    public Response pushBare(
            @PathParam("graph") String graph,
            @PathParam("node") String node,
            @Context HttpHeaders headers,
            byte[] body) {
        return pushed("", graph, node, headers, body);
    }

    @POST
    @Path("v1/apps/{app}/targets/{graph}/lanes/{lane}/push")
    public Response pushTarget(
            @PathParam("app") String application,
            @PathParam("graph") String graph,
            @Context HttpHeaders headers,
            byte[] body) {
        return pushedToTarget(application, graph, headers, body);
    }

    @POST
    @Path("v1/targets/{graph}/lanes/{lane}/push")
    public Response pushTargetBare(@PathParam("graph") String graph, @Context HttpHeaders headers, byte[] body) {
        return pushedToTarget("", graph, headers, body);
    }

    private Response pushed(String application, String graph, String node, HttpHeaders headers, byte[] body) {
        Body.mustBeJson(headers);
        GraphRuntime runtime = finder.running(application, graph);
        return Answer.ok(door.push(runtime, GraphFinder.node(runtime, node), body));
    }

    /// A target has one entry; which lane the caller names does not matter.
    private Response pushedToTarget(String application, String graph, HttpHeaders headers, byte[] body) {
        Body.mustBeJson(headers);
        GraphRuntime runtime = finder.running(application, graph);
        List<String> entries = FrontDoor.entries(runtime);
        if (entries.size() != 1) {
            throw Refuse.conflict(
                    "not_an_entry",
                    "graph `%s` has %s, so a target route cannot tell where to push; use /v1/apps/%s/graphs/%s/nodes/{node}/push",
                    runtime.id(),
                    entries.isEmpty() ? "no entry node" : "several entry nodes (" + Refuse.list(entries) + ")",
                    runtime.id().application(),
                    runtime.id().graph());
        }
        return Answer.ok(door.push(runtime, GraphFinder.node(runtime, entries.getFirst()), body));
    }
}
