package queencell.web;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The JSON object in a request's body. Fields are asked for by name and type; whatever else is in it has no effect.
///
/// Read with [#of] behind authorization, so that a stranger learns nothing from how his body is judged.
public final class JsonRequest {
    private static final ObjectMapper JSON = new ObjectMapper()
            // two readers may pick different ones of two fields of one name
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final JsonNode object;

    private JsonRequest(JsonNode object) {
        this.object = object;
    }

    /// @throws RefusedException 400 `invalid_request` when the body is no JSON object, is not said to be JSON,
    ///     or names a field twice
    public static JsonRequest of(ContainerRequestContext request, byte[] body) {
        if (!Heads.isOfType(request, "application/json")) {
            throw invalid("send the body as `Content-Type: application/json`");
        }
        try {
            JsonNode tree = JSON.readTree(body);
            if (tree != null && tree.isObject()) {
                return new JsonRequest(tree);
            }
        } catch (IOException unreadable) {
            // told below, without the parser's words, which quote the body
        }
        throw invalid("the body must be one JSON object, with no field named twice");
    }

    /// A text; absent and `null` are the same.
    ///
    /// @throws RefusedException 400 when the field holds something else
    public Optional<String> text(String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw invalid("`%s` must be a text".formatted(name));
        }
        return Optional.of(plain(name, value.textValue()));
    }

    /// @throws RefusedException 400 when the field is absent or holds something else
    public String requiredText(String name) {
        return text(name).orElseThrow(() -> invalid("`%s` is missing: it must be a text".formatted(name)));
    }

    /// A list of texts.
    ///
    /// @throws RefusedException 400 when the field is absent or holds something else
    public List<String> requiredTexts(String name) {
        JsonNode value = object.path(name);
        List<String> texts = new ArrayList<>();
        boolean readable = value.isArray();
        for (JsonNode each : value) {
            readable &= each.isTextual();
            texts.add(each.asText());
        }
        if (!readable) {
            throw invalid("`%s` must be a list of texts".formatted(name));
        }
        return texts;
    }

    /// PostgreSQL stores no zero character, and half a surrogate pair is no text.
    private static String plain(String name, String text) {
        boolean stored = text.indexOf('\0') < 0 && text.codePoints().noneMatch(JsonRequest::isHalf);
        if (!stored) {
            throw invalid("`%s` holds a character that cannot be stored".formatted(name));
        }
        return text;
    }

    private static boolean isHalf(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static RefusedException invalid(String text) {
        return new RefusedException(400, "invalid_request", text);
    }
}
