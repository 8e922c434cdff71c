package queencell.gate.api;

import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.Declaration;
import queencell.gate.graph.Declared;
import queencell.gate.graph.GraphId;
import queencell.gate.graph.Supervisor;
import queencell.web.RefusedException;

/// The whole set of one-node graphs of an application, declared at once (runtime, 12.2).
@Path("/")
public final class SyncResource {
    private final Supervisor supervisor;

    SyncResource(Supervisor supervisor) {
        this.supervisor = supervisor;
    }

    @PUT
    @Path("v1/apps/{app}/targets")
    public Response sync(@PathParam("app") String application, @Context HttpHeaders headers, byte[] body) {
        return synced(application, headers, body);
    }

    @PUT
    @Path("v1/targets")
    public Response syncBare(@Context HttpHeaders headers, byte[] body) {
        return synced("default", headers, body);
    }

    private Response synced(String application, HttpHeaders headers, byte[] body) {
        if (!(Body.json(headers, body) instanceof Json.Arr(List<Json> elements))) {
            throw Refuse.invalid("invalid_document", "the body is not a JSON array of targets");
        }
        List<String> applied = new ArrayList<>();
        List<String> graphs = new ArrayList<>();
        var refusals = new Refusals();
        List<String> removed = supervisor.alone(() -> {
            for (Json element : elements) {
                String name = name(element).orElse("");
                switch (declare(application, name, element)) {
                    case Running(String graph) -> {
                        applied.add(name);
                        graphs.add(graph);
                    }
                    case Refused(String text) -> refusals.add(name, text);
                }
            }
            return refusals.none() ? supervisor.removeOtherTargets(application, graphs) : List.of();
        });
        return Answer.ok(new Members()
                .put("ok", Json.of(refusals.none()))
                .put("application", Json.of(application))
                .put("applied", Answer.texts(applied))
                .put("removed", Answer.texts(removed))
                .put("refused", Answer.array(refusals.list()))
                .object());
    }

    private sealed interface Element {}

    /// @param graph its name, which is not the caller's where a v1 target has dots in its own
    private record Running(String graph) implements Element {}

    private record Refused(String text) implements Element {}

    /// What was refused, in words until there are too many of them: a body of two megabytes can hold elements whose
    /// refusals would take hundreds.
    private static final class Refusals {
        private static final int MOST_CHARACTERS = 1 << 20;

        private final List<Json> told = new ArrayList<>();
        private int characters;
        private int more;

        void add(String target, String error) {
            if (characters > MOST_CHARACTERS) {
                more++;
                return;
            }
            characters += target.length() + error.length();
            told.add(entry(target, error));
        }

        boolean none() {
            return told.isEmpty();
        }

        List<Json> list() {
            if (more > 0) {
                told.add(entry("", "%d more elements were refused: correct these first".formatted(more)));
            }
            return told;
        }

        private static Json entry(String target, String error) {
            return new Members()
                    .put("target", Json.of(target))
                    .put("error", Json.of(error))
                    .object();
        }
    }

    private Element declare(String application, String name, Json element) {
        if (name.isEmpty()) {
            return new Refused("the element names no graph: give `graph`, or `name` in a v1 target");
        }
        try {
            DeclaredBody.Read read = DeclaredBody.read(element, true, new GraphId(application, name));
            return supervisor.declare(Declaration.of(read.document())) instanceof Declared.Refused refused
                    ? new Refused(refused.text())
                    : new Running(read.document().graph());
        } catch (RefusedException unreadable) {
            return new Refused(unreadable.getMessage());
        }
    }

    private static Optional<String> name(Json element) {
        if (!(element instanceof Json.Obj object)) {
            return Optional.empty();
        }
        return text(object, "graph").or(() -> text(object, "name"));
    }

    private static Optional<String> text(Json.Obj object, String name) {
        return object.get(name)
                .filter(Json.Text.class::isInstance)
                .map(text -> ((Json.Text) text).value())
                .filter(text -> !text.isEmpty());
    }
}
