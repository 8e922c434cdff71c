package queencell.gate.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Reads JSON bytes into a [Json]. Thread-safe.
public final class JsonText {

    /// No document needs more than 7 levels; the bound keeps the recursion of every reader below this one small.
    public static final int MAX_DEPTH = 64;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private JsonText() {}

    /// What bytes turned out to be.
    public sealed interface Outcome {}

    public record Parsed(Json value) implements Outcome {}

    /// Not JSON at all (the API answers 400).
    ///
    /// @param reason one sentence with line and column, without the bytes themselves
    public record Malformed(String reason) implements Outcome {}

    /// JSON that no reader of ours takes: nested too deep, or a number or name of absurd length (422 `schema`).
    public record Oversized(Finding problem) implements Outcome {}

    /// Any bytes; never throws.
    public static Outcome parse(byte[] bytes) {
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            if (parser.nextToken() == null) {
                return new Malformed("the body is empty, a JSON object is needed");
            }
            Json value = value(parser);
            if (parser.nextToken() != null) {
                return new Malformed("something follows the JSON value at " + place(parser) + "; send one value");
            }
            return new Parsed(value);
        } catch (StreamConstraintsException beyond) {
            return new Oversized(new Finding(
                    Finding.SCHEMA,
                    "",
                    "the body is beyond a limit of the reader (at most %d levels, numbers of 1000 digits, names of 50000 characters): %s. Nothing a document needs comes near it: remove that part."
                            .formatted(MAX_DEPTH, beyond.getOriginalMessage())));
        } catch (JsonProcessingException malformed) {
            var at = malformed.getLocation();
            return new Malformed(
                    at == null
                            ? "the body is not JSON"
                            : "the body is not JSON: line %d, column %d".formatted(at.getLineNr(), at.getColumnNr()));
        } catch (java.io.CharConversionException notText) {
            return new Malformed("the body is not JSON: its bytes are not valid UTF-8");
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory failed", impossible);
        }
    }

    private static String place(JsonParser parser) {
        var at = parser.currentTokenLocation();
        return "line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }

    private static Json value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new Json.Text(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getText());
            case VALUE_TRUE -> Json.TRUE;
            case VALUE_FALSE -> Json.FALSE;
            case VALUE_NULL -> Json.NULL;
            // the blocking parser gives no other token where a value begins
            default -> throw new IllegalStateException("token " + parser.currentToken() + " where a value begins");
        };
    }

    private static Json object(JsonParser parser) throws IOException {
        List<Json.Member> members = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            members.add(new Json.Member(name, value(parser)));
        }
        return new Json.Obj(members);
    }

    private static Json array(JsonParser parser) throws IOException {
        List<Json> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return new Json.Arr(elements);
    }
}
