package queencell.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;
import queencell.gate.document.JsonText;

/// The machine-readable cases of the specification.
public final class Vectors {

    public static final ObjectMapper MAPPER = new ObjectMapper();

    private Vectors() {}

    public static JsonNode load(String file) {
        try (var in = Vectors.class.getResourceAsStream("/vectors/" + file)) {
            return MAPPER.readTree(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("vectors/" + file, unreadable);
        }
    }

    public static Stream<JsonNode> cases(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    public static Json json(String text) {
        return switch (JsonText.parse(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))) {
            case JsonText.Parsed parsed -> parsed.value();
            case JsonText.Malformed malformed -> throw new AssertionError(malformed.reason());
            case JsonText.Oversized oversized -> throw new AssertionError(oversized.problem());
        };
    }

    public static Json json(JsonNode node) {
        return json(node.toString());
    }

    public static GraphDocument document(String text) {
        return switch (DocumentReader.read(json(text))) {
            case DocumentReader.Read read -> read.document();
            case DocumentReader.Refused refused -> throw new AssertionError(refused.problems());
        };
    }

    public static GraphDocument document(JsonNode node) {
        return document(node.toString());
    }

    public static List<String> texts(JsonNode array) {
        return cases(array).map(JsonNode::asText).toList();
    }
}
