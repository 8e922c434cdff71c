package queencell.gate.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads what is pushed: one body, or an array of them (runtime, 16.5; ruling on several items). The payload stays the
/// bytes that were sent.
final class PushBody {
    static final int MOST_ITEMS = 500;

    private static final byte[] EMPTY = {'{', '}'};
    /// UTF-8 only: payloads are cut out of the bytes, and in another encoding they would have no place there.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(100_000)
                    .maxNumberLength(1_000_000)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private PushBody() {}

    /// One item as a caller pushed it; texts that are empty count as absent.
    ///
    /// @param payload JSON object
    record Pushed(
            byte[] payload,
            Optional<String> op,
            Optional<String> partition,
            Optional<String> transactionId,
            OptionalLong cost) {}

    /// @param array whether the answer lists results
    record Read(List<Pushed> items, boolean array) {}

    static Read read(byte[] sent) {
        byte[] body = Body.unmarked(sent);
        mustBeUtf8(body);
        try (JsonParser parser = FACTORY.createParser(body)) {
            JsonToken first = parser.nextToken();
            Read read;
            if (first == JsonToken.START_ARRAY) {
                read = new Read(items(parser, body), true);
            } else if (first == JsonToken.START_OBJECT) {
                read = new Read(List.of(item(parser, body, "")), false);
            } else if (first == null) {
                throw Refuse.badRequest("the body is empty, a JSON object is needed");
            } else {
                throw Refuse.invalid("invalid_document", "the body is neither a JSON object nor an array of them");
            }
            if (parser.nextToken() != null) {
                throw Refuse.badRequest("something follows the JSON value; send one value");
            }
            return read;
        } catch (StreamConstraintsException beyond) {
            throw Refuse.invalid(
                    "invalid_document", "the body is beyond a limit of the reader: %s", beyond.getOriginalMessage());
        } catch (JsonProcessingException malformed) {
            var at = malformed.getLocation();
            throw Refuse.badRequest(
                    "the body is not JSON in UTF-8: line %d, column %d",
                    at == null ? 0 : at.getLineNr(), at == null ? 0 : at.getColumnNr());
        } catch (IOException notText) {
            throw Refuse.badRequest("the body is not JSON: its bytes are not valid UTF-8");
        }
    }

    /// The parser passes over texts that it need not keep, whatever their bytes, and the broker refuses those.
    private static void mustBeUtf8(byte[] body) {
        for (byte each : body) {
            if (each < 0) {
                try {
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
                } catch (CharacterCodingException notText) {
                    throw Refuse.badRequest("the body is not JSON in UTF-8: its bytes are no text");
                }
                return;
            }
        }
    }

    private static List<Pushed> items(JsonParser parser, byte[] body) throws IOException {
        var items = new ArrayList<Pushed>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            String at = "item " + items.size() + ": ";
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw Refuse.invalid("invalid_document", "%sit is not a JSON object", at);
            }
            if (items.size() == MOST_ITEMS) {
                throw Refuse.invalid(
                        "invalid_document", "more than %d items: one push takes at most that many", MOST_ITEMS);
            }
            items.add(item(parser, body, at));
        }
        if (items.isEmpty()) {
            throw Refuse.invalid("invalid_document", "the array is empty: push at least one item");
        }
        return items;
    }

    private static Pushed item(JsonParser parser, byte[] body, String at) throws IOException {
        byte[] payload = EMPTY;
        String op = "";
        String partition = "";
        String key = "";
        String transactionId = "";
        OptionalLong cost = OptionalLong.empty();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "payload" -> payload = payload(parser, body, at);
                case "op" -> op = text(parser, name, at, false);
                case "partition" -> partition = text(parser, name, at, true);
                case "key" -> key = text(parser, name, at, true);
                case "txn" -> transactionId = text(parser, name, at, true);
                case "cost" -> cost = cost(parser, at);
                default -> parser.skipChildren();
            }
        }
        return new Pushed(
                payload, present(op), present(partition.isEmpty() ? key : partition), present(transactionId), cost);
    }

    private static byte[] payload(JsonParser parser, byte[] body, String at) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw Refuse.invalid(
                    "payload_not_object",
                    "%s`payload` is no JSON object: it could not carry the stamp that routes it. Wrap it in one, or leave it out for {}",
                    at);
        }
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int to = (int) parser.currentLocation().getByteOffset();
        return Arrays.copyOfRange(body, from, to);
    }

    private static String text(JsonParser parser, String name, String at, boolean nullIsAbsent) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return parser.getText();
        }
        if (parser.currentToken() == JsonToken.VALUE_NULL && nullIsAbsent) {
            return "";
        }
        throw Refuse.invalid("invalid_document", "%s`%s` has to be a text", at, name);
    }

    private static OptionalLong cost(JsonParser parser, String at) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> OptionalLong.empty();
            case VALUE_NUMBER_INT -> {
                try {
                    yield OptionalLong.of(parser.getLongValue());
                } catch (IOException beyond) {
                    throw Refuse.invalid("over_cost", "%s`cost` is beyond 64 bits", at);
                }
            }
            default -> throw Refuse.invalid("invalid_document", "%s`cost` has to be a whole number", at);
        };
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
