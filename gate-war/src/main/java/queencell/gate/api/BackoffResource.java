package queencell.gate.api;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.plan.NodePlan;

/// The vendor said when to come again (runtime, 16.6).
@Path("/")
public final class BackoffResource {
    private static final String NAMED = "v1/apps/{app}/graphs/{graph}/nodes/{node}/backoff";
    private static final String BARE = "v1/graphs/{graph}/nodes/{node}/backoff";
    private static final List<String> MEMBERS = List.of("retryAfterSeconds", "refundCost", "by");

    private final GraphFinder finder;
    private final Breaker breaker;

    BackoffResource(GraphFinder finder, Breaker breaker) {
        this.finder = finder;
        this.breaker = breaker;
    }

    @POST
    @Path(NAMED)
    public Response hold(
            @PathParam("app") String application,
            @PathParam("graph") String graph,
            @PathParam("node") String node,
            @Context HttpHeaders headers,
            byte[] body) {
        return held(finder.graph(application, graph), node, headers, body);
    }

    @POST
    @Path(BARE)
    public Response holdBare(
            @PathParam("graph") String graph,
            @PathParam("node") String node,
            @Context HttpHeaders headers,
            byte[] body) {
        return held(finder.graph("", graph), node, headers, body);
    }

    @DELETE
    @Path(NAMED)
    public Response lift(
            @PathParam("app") String application, @PathParam("graph") String graph, @PathParam("node") String node) {
        return lifted(finder.graph(application, graph), node);
    }

    @DELETE
    @Path(BARE)
    public Response liftBare(@PathParam("graph") String graph, @PathParam("node") String node) {
        return lifted(finder.graph("", graph), node);
    }

    private Response held(GraphRuntime runtime, String name, HttpHeaders headers, byte[] body) {
        NodePlan node = GraphFinder.node(runtime, name);
        Json.Obj told = Body.object(headers, body);
        Body.onlyKnows(told, MEMBERS);
        long seconds = seconds(told);
        long refund = Body.whole(told, "refundCost").orElse(0);
        if (refund < 0) {
            throw Refuse.invalid("invalid_document", "`refundCost` is %d: give 0 or more", refund);
        }
        if (runtime.plan().watch().isPresent()) {
            throw Refuse.conflict(
                    "watch_mode",
                    "graph `%s` only watches and enforces no budget, so there is nothing to hold back; declare it without `watch` first",
                    runtime.id());
        }
        if (Breaker.unscoped(node).isEmpty()) {
            throw Refuse.invalid(
                    "invalid_document",
                    "node `%s` has no budget without `scopeBy`, so there is no counter that would stop all of it",
                    name);
        }
        return switch (breaker.trip(runtime, node, seconds, refund, Body.text(told, "by"))) {
            case Breaker.Outcome.Done done ->
                Answer.ok(new Members()
                        .put("ok", Json.TRUE)
                        .put("node", Json.of(name))
                        .put("retryAfterSeconds", Json.of(seconds))
                        .put("until", Json.of(done.until()))
                        .put("keys", Answer.texts(done.keys()))
                        .put("refunded", Json.of(done.refunded()))
                        .object());
            case Breaker.Outcome.Failed(String text) -> throw Refuse.broker(text);
        };
    }

    /// The vendor's deadline is kept, not cut; 0 counts as 1, so that the call is never without effect.
    private static long seconds(Json.Obj told) {
        long seconds = Body.whole(told, "retryAfterSeconds")
                .orElseThrow(() -> Refuse.invalid(
                        "invalid_document",
                        "`retryAfterSeconds` is missing: say for how many seconds the vendor wants to be left alone"));
        if (seconds < 0 || seconds > Breaker.LONGEST_SECONDS) {
            throw Refuse.invalid(
                    "invalid_document",
                    "`retryAfterSeconds` is %d: give 1 to %d (31 days)",
                    seconds,
                    Breaker.LONGEST_SECONDS);
        }
        return Math.max(1, seconds);
    }

    private Response lifted(GraphRuntime runtime, String name) {
        NodePlan node = GraphFinder.node(runtime, name);
        return switch (breaker.lift(runtime, node)) {
            case Breaker.Outcome.Done done ->
                Answer.ok(new Members()
                        .put("ok", Json.TRUE)
                        .put("node", Json.of(name))
                        .put("cleared", Answer.texts(done.keys()))
                        .object());
            case Breaker.Outcome.Failed(String text) -> throw Refuse.broker(text);
        };
    }
}
