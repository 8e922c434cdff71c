package queencell.gate.api;

import java.util.List;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;
import queencell.web.RefusedException;

/// Reads the body of a declaration.
final class DeclaredBody {

    private DeclaredBody() {}

    /// @param migration what was mapped from a v1 body
    record Read(GraphDocument document, List<String> migration) {}

    static Read read(Json body, boolean target) {
        return switch (DocumentReader.read(body)) {
            case DocumentReader.Read read -> new Read(read.document(), List.of());
            case DocumentReader.Refused refused -> throw refusal(refused.problems());
        };
    }

    private static RefusedException refusal(List<Finding> problems) {
        String text = String.join("; ", problems.stream().map(Finding::toString).toList());
        return new ProblemsException(Refuse.invalid("invalid_document", "%s", text), problems);
    }
}
