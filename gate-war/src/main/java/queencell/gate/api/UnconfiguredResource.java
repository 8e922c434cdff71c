package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.GraphRuntime;
import queencell.web.RefusedException;

/// Routes that need history or a language model, on a Gate that has neither (runtime, 16.12 and 16.13).
@Path("/")
public final class UnconfiguredResource {
    private final GraphFinder finder;

    UnconfiguredResource(GraphFinder finder) {
        this.finder = finder;
    }

    @GET
    @Path("api/apps/{app}/graphs/{graph}/{route: watch|simulate}")
    public Response watched(@PathParam("app") String application, @PathParam("graph") String graph) {
        GraphRuntime runtime = finder.graph(application, graph);
        if (runtime.plan().watch().isEmpty()) {
            throw Refuse.conflict(
                    "watch_mode",
                    "graph `%s` enforces its budgets and does not watch, so nothing was recorded",
                    runtime.id());
        }
        throw Refuse.noHistory("what was watched");
    }

    @GET
    @Path("api/apps/{app}/graphs/{graph}/timeline")
    public Response timeline(@PathParam("app") String application, @PathParam("graph") String graph) {
        finder.graph(application, graph);
        throw Refuse.noHistory("the timeline");
    }

    @GET
    @Path("api/ai/status")
    public Response status() {
        return Answer.ok(new Members()
                .put("enabled", Json.FALSE)
                .put("provider", Json.NULL)
                .put("model", Json.NULL)
                .put("watchAvailable", Json.FALSE)
                .object());
    }

    @POST
    @Path("api/ai/chat")
    public Response chat() {
        throw new RefusedException(
                503, "ai_not_configured", "no language model is configured on this Gate: set the key of a provider");
    }
}
