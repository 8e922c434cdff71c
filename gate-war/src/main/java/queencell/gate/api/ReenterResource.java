package queencell.gate.api;

import static queencell.log.Field.field;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.InstantSource;
import java.util.List;
import queencell.broker.BrokerClient;
import queencell.broker.PushItem;
import queencell.broker.Pushed;
import queencell.broker.RawJson;
import queencell.gate.document.GraphPath;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.item.ItemReader;
import queencell.gate.item.Payload;
import queencell.gate.item.Stamp;
import queencell.gate.item.TransactionIds;
import queencell.gate.plan.IngressPlan;
import queencell.gate.plan.Names;
import queencell.gate.plan.NodePlan;
import queencell.log.EventLog;

/// An item whose call failed goes back to the start of its path and pays every budget again (runtime, 16.7).
@Path("/")
public final class ReenterResource {
    private static final EventLog LOG = EventLog.of("gate.api");
    private static final long MOST_ATTEMPT = 0xFFFF_FFFFL;

    private final GraphFinder finder;
    private final BrokerClient broker;
    private final InstantSource wall;

    ReenterResource(GraphFinder finder, BrokerClient broker, InstantSource wall) {
        this.finder = finder;
        this.broker = broker;
        this.wall = wall;
    }

    @POST
    @Path("v1/apps/{app}/graphs/{graph}/reenter")
    public Response reenter(
            @PathParam("app") String application,
            @PathParam("graph") String graph,
            @Context HttpHeaders headers,
            byte[] body) {
        return reentered(finder.running(application, graph), headers, body);
    }

    @POST
    @Path("v1/graphs/{graph}/reenter")
    public Response reenterBare(@PathParam("graph") String graph, @Context HttpHeaders headers, byte[] body) {
        return reentered(finder.running("", graph), headers, body);
    }

    private Response reentered(GraphRuntime runtime, HttpHeaders headers, byte[] body) {
        Body.mustBeJson(headers);
        ReenterBody told = ReenterBody.read(body);
        String transactionId = told.transactionId()
                .filter(id -> !id.isBlank())
                .orElseThrow(() -> Refuse.invalid(
                        "invalid_document", "`txn` is missing or blank: give the id of the item as it was popped"));
        String path = path(runtime, told);
        NodePlan node = entry(runtime, path);
        var reader = ItemReader.of(node);
        Payload payload = reader.scan(told.payload());
        payload.unrelayable().ifPresent(reason -> {
            throw Refuse.invalid("invalid_document", "the payload cannot go round again: %s", reason);
        });
        long attempt = attempt(runtime, told, payload);
        IngressPlan ingress = node.ingress().orElseThrow();
        String id = TransactionIds.derive(transactionId, Names.reentryLabel(attempt));
        byte[] stamped =
                Stamp.onPath(runtime.id().graph(), path, 0, node.name()).on(payload, wall.millis(), attempt);
        push(ingress.queue(), told.partition().orElse(""), id, stamped);
        LOG.info("item_reentered", field("graph", runtime.id()), field("path", path), field("attempt", attempt));
        return Answer.ok(new Members()
                .put("ok", Json.TRUE)
                .put("queue", Json.of(ingress.queue()))
                .put("path", Json.of(path))
                .put("node", Json.of(node.name()))
                .put("attempt", Json.of(attempt))
                .put("maxAttempts", Json.of(runtime.plan().maxAttempts()))
                .put("transactionId", Json.of(id))
                .put("pushed", Json.of(1))
                .object());
    }

    private static String path(GraphRuntime runtime, ReenterBody told) {
        List<String> paths =
                runtime.document().paths().stream().map(GraphPath::name).toList();
        String path = told.path()
                .or(told::stampedPath)
                .orElseThrow(() -> Refuse.invalid(
                        "invalid_document",
                        "neither `path` nor `payload._gate.path` says which path the item was on; the graph has %s",
                        Refuse.list(paths)));
        if (!paths.contains(path)) {
            throw Refuse.notFound("graph `%s` has no path `%s`; it has %s", runtime.id(), path, Refuse.list(paths));
        }
        return path;
    }

    private static NodePlan entry(GraphRuntime runtime, String path) {
        String first = runtime.plan().stagesOf(path).getFirst().node();
        NodePlan node = GraphFinder.node(runtime, first);
        if (node.ingress().isEmpty()) {
            throw Refuse.conflict(
                    "not_an_entry", "path `%s` starts at node `%s`, which has no ingress to go back to", path, first);
        }
        return node;
    }

    /// A caller may skip forward, never back; the bound keeps an item from going round for ever.
    private static long attempt(GraphRuntime runtime, ReenterBody told, Payload payload) {
        long before = told.stampedAttempt(payload);
        if (before >= MOST_ATTEMPT) {
            throw Refuse.invalid("invalid_document", "`_gate.attempt` is %d and cannot be counted further", before);
        }
        long attempt = told.attempt().orElse(before + 1);
        if (attempt <= before) {
            throw Refuse.invalid(
                    "invalid_document",
                    "`attempt` is %d, and the item carries attempt %d: give a higher one, or leave it out",
                    attempt,
                    before);
        }
        long most = runtime.plan().maxAttempts();
        if (attempt > most) {
            throw Refuse.invalid(
                    "attempts_exhausted",
                    "attempt %d is above `maxAttempts` %d of graph `%s`: the item is given up. Keep it elsewhere, or raise `maxAttempts` (at most 20)",
                    attempt,
                    most,
                    runtime.id());
        }
        return attempt;
    }

    private void push(String queue, String partition, String id, byte[] payload) {
        PushItem item;
        try {
            item = new PushItem(queue, partition, id, RawJson.of(payload));
        } catch (IllegalArgumentException unusable) {
            throw Refuse.invalid("invalid_document", "%s", unusable.getMessage());
        }
        switch (broker.push(List.of(item))) {
            case Pushed.Failed failed -> throw Refuse.broker(failed.failure().text());
            case Pushed.Answered answered -> {
                if (answered.items().getFirst().status() == Pushed.Status.FAILED) {
                    throw Refuse.broker("the item was neither stored nor spooled; report it again");
                }
            }
        }
    }
}
