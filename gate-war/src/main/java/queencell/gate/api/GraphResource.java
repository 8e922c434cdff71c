package queencell.gate.api;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

/// A graph as a whole: declare, read, delete (runtime, 16.1 to 16.4). `targets` are one-node graphs of older callers.
@Path("/")
public final class GraphResource {
    static final String NAMED = "v1/apps/{app}/{kind: graphs|targets}/{graph}";
    static final String BARE = "v1/{kind: graphs|targets}/{graph}";

    private final GraphFinder finder;
    private final GraphView view;
    private final Declaring declaring;

    GraphResource(GraphFinder finder, GraphView view, Declaring declaring) {
        this.finder = finder;
        this.view = view;
        this.declaring = declaring;
    }

    @PUT
    @Path(NAMED)
    public Response declare(
            @PathParam("app") String application,
            @PathParam("kind") String kind,
            @PathParam("graph") String graph,
            @Context HttpHeaders headers,
            @Context UriInfo uri,
            byte[] body) {
        return declaring.declare(application, graph, kind.equals("targets"), headers, uri, body);
    }

    /// A bare declaration goes to application `default`, whatever the body says.
    @PUT
    @Path(BARE)
    public Response declareBare(
            @PathParam("kind") String kind,
            @PathParam("graph") String graph,
            @Context HttpHeaders headers,
            @Context UriInfo uri,
            byte[] body) {
        return declaring.declare("default", graph, kind.equals("targets"), headers, uri, body);
    }

    @GET
    @Path(NAMED)
    public Response read(@PathParam("app") String application, @PathParam("graph") String graph) {
        return shown(application, graph);
    }

    @GET
    @Path(BARE)
    public Response readBare(@PathParam("graph") String graph) {
        return shown("", graph);
    }

    @GET
    @Path("api/apps/{app}/{kind: graphs|targets}/{graph}")
    public Response readForConsole(@PathParam("app") String application, @PathParam("graph") String graph) {
        return shown(application, graph);
    }

    @GET
    @Path("api/{kind: graphs|targets}/{graph}")
    public Response readBareForConsole(@PathParam("graph") String graph) {
        return shown("", graph);
    }

    @GET
    @Path("api/apps/{app}/graphs/{graph}/topology")
    public Response topology(@PathParam("app") String application, @PathParam("graph") String graph) {
        return Answer.ok(GraphView.topology(finder.graph(application, graph)));
    }

    @GET
    @Path("api/graphs/{graph}/topology")
    public Response topologyBare(@PathParam("graph") String graph) {
        return Answer.ok(GraphView.topology(finder.graph("", graph)));
    }

    @DELETE
    @Path(NAMED)
    public Response delete(@PathParam("app") String application, @PathParam("graph") String graph) {
        return declaring.delete(application, graph);
    }

    @DELETE
    @Path(BARE)
    public Response deleteBare(@PathParam("graph") String graph) {
        return declaring.deleteBare(graph);
    }

    private Response shown(String application, String graph) {
        var runtime = finder.graph(application, graph);
        return Declaring.tagged(Answer.of(200, view.of(runtime)), runtime.storedVersion())
                .build();
    }
}
