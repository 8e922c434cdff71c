package queencell.gate.api;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import queencell.gate.document.Finding;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.Declaration;
import queencell.gate.graph.Declared;
import queencell.gate.graph.GraphId;
import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.graph.Supervisor;
import queencell.gate.plan.Explanation;
import queencell.gate.plan.PlanJson;
import queencell.web.RefusedException;

/// Takes declarations and deletes from HTTP to the supervisor and its outcomes back (runtime, 12 and 16.1 to 16.3).
final class Declaring {
    private static final Set<String> QUERY = Set.of("dryRun", "explain");
    private static final String TRUST =
            "Whoever can write to an interior or egress queue bypasses admission, as with any queue of the broker:"
                    + " Gate paces what flows through it and does not defend a queue against a writer with credentials.";

    private final Supervisor supervisor;
    private final GraphRegistry registry;

    Declaring(Supervisor supervisor, GraphRegistry registry) {
        this.supervisor = supervisor;
        this.registry = registry;
    }

    Response declare(String application, String graph, boolean target, HttpHeaders headers, UriInfo uri, byte[] body) {
        checkQuery(uri);
        boolean dryRun = flag(uri, "dryRun");
        boolean explain = explains(uri);
        Json json = Body.json(headers, body);
        DeclaredBody.Read read = DeclaredBody.read(json, target, new GraphId(application, graph));
        Declared outcome = supervisor.declare(new Declaration(read.document(), Conditions.of(headers), dryRun));
        return switch (outcome) {
            case Declared.Refused refused -> throw refusal(refused);
            case Declared.Accepted accepted
            when explain ->
                tagged(
                                Response.ok(Explanation.text(accepted.plan())).type("text/plain;charset=UTF-8"),
                                accepted.version())
                        .build();
            case Declared.Accepted accepted ->
                tagged(Answer.of(200, answer(accepted, read.migration(), dryRun)), accepted.version())
                        .build();
        };
    }

    /// A mistyped dry run must not change anything.
    private static void checkQuery(UriInfo uri) {
        for (String name : uri.getQueryParameters().keySet()) {
            if (!QUERY.contains(name)) {
                throw Refuse.invalid(
                        "invalid_document",
                        "`%s` is no query parameter of a declaration; it takes dryRun and explain",
                        name);
            }
        }
    }

    private static boolean flag(UriInfo uri, String name) {
        String value = uri.getQueryParameters().getFirst(name);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (value.equals("true") || value.isEmpty()) {
            return true;
        }
        throw Refuse.invalid("invalid_document", "%s is `%s`: give true or false", name, value);
    }

    private static boolean explains(UriInfo uri) {
        String value = uri.getQueryParameters().getFirst("explain");
        if (value == null) {
            return false;
        }
        if (value.equals("text")) {
            return true;
        }
        throw Refuse.invalid("invalid_document", "explain is `%s`: the only form is `text`", value);
    }

    /// ETag of the stored document, where it is known.
    static Response.ResponseBuilder tagged(Response.ResponseBuilder answer, long version) {
        return version > 0 ? answer.header(HttpHeaders.ETAG, "\"" + version + "\"") : answer;
    }

    static Json answer(Declared.Accepted accepted, List<Finding> migration, boolean dryRun) {
        var plan = accepted.plan();
        var body = new Members()
                .put("ok", Json.TRUE)
                .put("application", Json.of(plan.application()))
                .put("graph", Json.of(plan.graph()))
                .put("version", Json.of(plan.version()))
                .put("resolved", PlanJson.of(plan))
                .put(
                        "warnings",
                        Answer.texts(Stream.concat(migration.stream(), accepted.warnings().stream())
                                .toList()))
                .put("trust", Json.of(TRUST));
        if (!migration.isEmpty()) {
            body.put("migrated", Json.TRUE).put("migration", Answer.texts(migration));
        }
        if (dryRun) {
            body.put("dryRun", Json.TRUE)
                    .put("changes", Answer.texts(accepted.changes()))
                    .put("needsBump", Json.of(accepted.needsBump()));
        }
        return body.object();
    }

    static RefusedException refusal(Declared.Refused refused) {
        RefusedException plain = switch (refused.reason()) {
            case INVALID_DOCUMENT -> Refuse.invalid("invalid_document", "%s", refused.text());
            case VERSION_BUMP -> Refuse.conflict("version_bump", "%s", refused.text());
            case QUEUE_OWNED -> Refuse.conflict("queue_owned", "%s", refused.text());
            case LOST_RACE -> Refuse.conflict("not_stored", "%s", refused.text());
            case PRECONDITION -> new RefusedException(412, "precondition_failed", refused.text());
            case STORE_UNAVAILABLE -> new RefusedException(502, "store_unavailable", refused.text());
            case PROVISIONING_FAILED -> new RefusedException(502, "provisioning_failed", refused.text());
            case NOT_STORED -> new RefusedException(502, "not_stored", refused.text());
        };
        return refused.problems().isEmpty() ? plain : new ProblemsException(plain, refused.problems());
    }

    // delete

    Response delete(String application, String graph) {
        return deleted(new GraphId(application, graph));
    }

    /// Without a match the name is deleted from `default`, so that a graph that never ran here stays deletable.
    Response deleteBare(String graph) {
        List<GraphRuntime> named = registry.named(graph);
        if (named.size() > 1) {
            throw GraphFinder.ambiguous(
                    graph, named.stream().map(GraphRuntime::id).toList());
        }
        return deleted(
                named.isEmpty()
                        ? new GraphId("default", graph)
                        : named.getFirst().id());
    }

    private Response deleted(GraphId id) {
        return switch (supervisor.delete(id)) {
            case Supervisor.Deleted.Done done ->
                Answer.ok(new Members()
                        .put("ok", Json.TRUE)
                        .put("registered", Json.of(done.registered()))
                        .object());
            case Supervisor.Deleted.Failed failed ->
                throw new RefusedException(
                        502,
                        "store_unavailable",
                        "%s was not deleted and goes on as before: %s".formatted(id, failed.text()));
        };
    }
}
