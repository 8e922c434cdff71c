package queencell.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.IntFunction;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;
import queencell.gate.document.JsonText;
import queencell.gate.document.JsonWriter;
import queencell.gate.document.StoredForm;

/// The documents that are measured.
final class GateDocuments {

    /// What rule `document-size` admits, in bytes of the stored form.
    private static final int MOST_STORED_BYTES = 65_536;

    private GateDocuments() {}

    /// The product text's own graph: the first of the plan vectors.
    static byte[] golden() {
        try (var vectors = GateDocuments.class.getResourceAsStream("/vectors/gate-plan.json")) {
            if (json(vectors.readAllBytes()) instanceof Json.Arr cases
                    && cases.elements().getFirst() instanceof Json.Obj first) {
                return JsonWriter.bytes(first.get("document").orElseThrow());
            }
            throw new IllegalStateException("vectors/gate-plan.json is no array of objects");
        } catch (IOException unreadable) {
            throw new UncheckedIOException("vectors/gate-plan.json", unreadable);
        }
    }

    /// The largest document of a shape that is still admitted.
    ///
    /// @param shape from the number of its parts to the document
    static byte[] largest(IntFunction<String> shape) {
        int parts = 1;
        while (StoredForm.storedLength(document(shape.apply(parts + 1))) <= MOST_STORED_BYTES) {
            parts++;
        }
        return shape.apply(parts).getBytes(UTF_8);
    }

    static GraphDocument document(String text) {
        return switch (DocumentReader.read(json(text.getBytes(UTF_8)))) {
            case DocumentReader.Read read -> read.document();
            case DocumentReader.Refused refused ->
                throw new IllegalArgumentException(refused.problems().toString());
        };
    }

    static Json json(byte[] bytes) {
        return switch (JsonText.parse(bytes)) {
            case JsonText.Parsed parsed -> parsed.value();
            case JsonText.Malformed malformed -> throw new IllegalArgumentException(malformed.reason());
            case JsonText.Oversized oversized ->
                throw new IllegalArgumentException(oversized.problem().detail());
        };
    }
}
