package queencell.gate.api;

import java.util.List;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;
import queencell.gate.graph.GraphId;
import queencell.gate.legacy.Declarations;

/// Reads the body of a declaration: a document, or the v1 form of its route (runtime, 16.1).
final class DeclaredBody {

    private DeclaredBody() {}

    /// @param migration what was mapped from a v1 body; empty for a document
    record Read(GraphDocument document, List<Finding> migration) {}

    static Read read(Json body, boolean target, GraphId id) {
        var form = target ? Declarations.Form.TARGET : Declarations.Form.GRAPH;
        return switch (Declarations.read(body, form, id.application(), id.graph())) {
            case Declarations.Declared declared -> new Read(declared.document(), List.of());
            case Declarations.Migrated migrated -> new Read(migrated.document(), migrated.notes());
            case Declarations.Refused refused ->
                throw new ProblemsException(
                        Refuse.invalid("invalid_document", "%s", refused.error()), refused.problems());
        };
    }
}
