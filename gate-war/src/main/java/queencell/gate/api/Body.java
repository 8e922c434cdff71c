package queencell.gate.api;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import queencell.gate.document.Json;
import queencell.gate.document.JsonText;
import queencell.web.RefusedException;

/// Reads request bodies.
final class Body {

    private Body() {}

    /// Refuses a body that does not say that it is JSON (runtime, 14).
    static void mustBeJson(HttpHeaders headers) {
        mustBeJson(headers.getHeaderString(HttpHeaders.CONTENT_TYPE));
    }

    /// @param type the header's value, `null` when there is none
    static void mustBeJson(String type) {
        String bare = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!bare.equals("application/json") && !(bare.startsWith("application/") && bare.endsWith("+json"))) {
            throw new RefusedException(
                    415,
                    "unsupported_media_type",
                    "Content-Type is `%s`: send the body as application/json".formatted(bare));
        }
    }

    /// The text without a byte order mark, which some senders cannot help.
    static byte[] unmarked(byte[] body) {
        boolean marked = body.length > 2 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF;
        return marked ? Arrays.copyOfRange(body, 3, body.length) : body;
    }

    static Json json(HttpHeaders headers, byte[] body) {
        mustBeJson(headers);
        return switch (JsonText.parse(body)) {
            case JsonText.Parsed parsed -> parsed.value();
            case JsonText.Malformed malformed -> throw Refuse.badRequest("%s", malformed.reason());
            case JsonText.Oversized oversized -> throw Refuse.invalid("invalid_document", "%s", oversized.problem());
        };
    }

    static Json.Obj object(HttpHeaders headers, byte[] body) {
        if (json(headers, body) instanceof Json.Obj object) {
            return object;
        }
        throw Refuse.invalid("invalid_document", "the body is not a JSON object");
    }

    /// Refuses members that nobody knows, so that a typing error changes nothing.
    static void onlyKnows(Json.Obj body, List<String> known) {
        for (Json.Member member : body.members()) {
            if (!known.contains(member.name())) {
                throw Refuse.invalid(
                        "invalid_document",
                        "`%s` is no member of this body; it takes %s",
                        member.name(),
                        Refuse.list(known));
            }
        }
    }

    static Optional<String> text(Json.Obj body, String name) {
        return switch (body.get(name).orElse(Json.NULL)) {
            case Json.Null none -> Optional.empty();
            case Json.Text(String value) -> Optional.of(value);
            case Json other -> throw Refuse.invalid("invalid_document", "`%s` has to be a text", name);
        };
    }

    static OptionalLong whole(Json.Obj body, String name) {
        return switch (body.get(name).orElse(Json.NULL)) {
            case Json.Null none -> OptionalLong.empty();
            case Json.Num(String written) -> {
                try {
                    yield OptionalLong.of(Long.parseLong(written));
                } catch (NumberFormatException notWhole) {
                    throw Refuse.invalid("invalid_document", "`%s` is %s: a whole number is needed", name, written);
                }
            }
            case Json other -> throw Refuse.invalid("invalid_document", "`%s` has to be a whole number", name);
        };
    }
}
