package queencell.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What a server answered, as it was on the wire.
///
/// @param headers by lower-case name, every value in order
public record Answer(int status, Map<String, List<String>> headers, byte[] bytes) {

    private static final ObjectMapper JSON = new ObjectMapper();

    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// The body as JSON; fails the test with the body when it is none.
    public JsonNode json() {
        try {
            return JSON.readTree(bytes);
        } catch (IOException broken) {
            throw new AssertionError("no JSON: " + this, broken);
        }
    }

    /// The body as JSON, or what has no member, where the answer has none.
    public JsonNode bodyIfAny() {
        return bytes.length == 0 ? MissingNode.getInstance() : json();
    }

    /// The field `code` of an error body, empty where there is none.
    public String code() {
        return json().path("code").asText("");
    }

    public boolean refused() {
        return status >= 400;
    }

    public Optional<String> header(String name) {
        List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }

    public int retryAfterSeconds() {
        return Integer.parseInt(header("Retry-After").orElseThrow(() -> new AssertionError("no Retry-After: " + this)));
    }

    @Override
    public String toString() {
        return "%d %s %s".formatted(status, headers, text());
    }
}
