package queencell.gate.legacy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.Finding;
import queencell.gate.document.Findings;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;

/// Reads what a route was sent: a document, or else the v1 form of that route, which is mapped (document, 12.1). Pure;
/// never throws.
public final class Declarations {

    private static final int LEGACY_PROBLEMS_TOLD = 3;

    /// What a route takes beside documents.
    public enum Form {
        GRAPH("v1 graph"),
        TARGET("v1 target");

        private final String words;

        Form(String words) {
            this.words = words;
        }
    }

    public sealed interface Outcome {}

    /// A document, under the identity of the URL.
    public record Declared(GraphDocument document) implements Outcome {}

    /// A v1 body as a document.
    ///
    /// @param notes what was mapped or ignored, with pointers into the v1 body; at least one
    public record Migrated(GraphDocument document, List<Finding> notes) implements Outcome {
        public Migrated {
            notes = List.copyOf(notes);
        }
    }

    /// Neither: what failed as a document, and what failed as v1, all of rule `schema`.
    public record Refused(List<Finding> problems) implements Outcome {
        public Refused {
            problems = List.copyOf(problems);
        }

        /// All problems in one line, the contract of a 422 body.
        public String error() {
            return String.join("; ", problems.stream().map(Finding::toString).toList());
        }
    }

    private Declarations() {}

    /// @param application as the URL has it
    /// @param name of the graph or target, as the URL has it
    public static Outcome read(Json body, Form form, String application, String name) {
        return switch (DocumentReader.read(body)) {
            case DocumentReader.Read read -> new Declared(read.document().named(application, name));
            case DocumentReader.Refused refused -> readLegacy(body, form, application, name, refused.problems());
        };
    }

    private static Outcome readLegacy(Json body, Form form, String application, String name, List<Finding> asDocument) {
        var problems = new Findings();
        var reader = new LegacyReader(problems);
        var migration = new Migration(application, name);
        Optional<GraphDocument> document = switch (form) {
            case TARGET -> reader.target(body).filter(v1 -> problems.none()).map(migration::target);
            case GRAPH -> reader.graph(body).filter(v1 -> problems.none()).map(migration::graph);
        };
        if (document.isPresent()) {
            return new Migrated(document.get(), migration.notes().list());
        }
        List<Finding> all = new ArrayList<>(asDocument);
        all.add(asLegacy(form, problems));
        return new Refused(all);
    }

    private static Finding asLegacy(Form form, Findings problems) {
        var told = new StringBuilder("Nor is it a ").append(form.words).append(": ");
        List<Finding> listed = problems.list();
        listed.stream()
                .limit(LEGACY_PROBLEMS_TOLD)
                .forEach(problem -> told.append(problem.detail()).append(' '));
        int more = problems.size() - LEGACY_PROBLEMS_TOLD;
        if (more > 0) {
            told.append("And ").append(problems.cutShort() ? "many" : more).append(" more.");
        }
        return new Finding(
                Finding.SCHEMA, listed.getFirst().path(), told.toString().strip());
    }
}
