package queencell.gate.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalLong;
import queencell.gate.item.Payload;

/// What is reported about an item that has to go round again (runtime, 16.7).
///
/// @param payload as popped from the egress, `_gate` included
/// @param stamp its `_gate`
record ReenterBody(
        byte[] payload,
        Optional<String> transactionId,
        Optional<String> path,
        OptionalLong attempt,
        Optional<String> partition,
        JsonNode stamp) {

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.CHARSET_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(1000)
                            .maxNumberLength(1_000_000)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    static ReenterBody read(byte[] body) {
        try {
            JsonNode told = MAPPER.readTree(Body.unmarked(body));
            if (told.isMissingNode()) {
                throw Refuse.badRequest("the body is empty, a JSON object is needed");
            }
            if (!told.isObject()) {
                throw Refuse.invalid("invalid_document", "the body is not a JSON object");
            }
            JsonNode payload = told.has("payload") ? told.get("payload") : MAPPER.createObjectNode();
            if (!payload.isObject()) {
                throw Refuse.invalid(
                        "payload_not_object", "`payload` is no JSON object: give the payload as it was popped");
            }
            return new ReenterBody(
                    MAPPER.writeValueAsBytes(payload),
                    text(told, "txn"),
                    text(told, "path"),
                    whole(told, "attempt"),
                    text(told, "partition").filter(name -> !name.isEmpty()),
                    payload.path("_gate"));
        } catch (StreamConstraintsException beyond) {
            throw Refuse.invalid(
                    "invalid_document", "the body is beyond a limit of the reader: %s", beyond.getOriginalMessage());
        } catch (JsonProcessingException malformed) {
            var at = malformed.getLocation();
            throw Refuse.badRequest(
                    "the body is not JSON in UTF-8: line %d, column %d",
                    at == null ? 0 : at.getLineNr(), at == null ? 0 : at.getColumnNr());
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory failed", impossible);
        }
    }

    Optional<String> stampedPath() {
        return stamp.path("path").isTextual() ? Optional.of(stamp.path("path").asText()) : Optional.empty();
    }

    /// 0 when the item was never reported before.
    long stampedAttempt(Payload scanned) {
        JsonNode attempt = stamp.path("attempt");
        if (attempt instanceof MissingNode) {
            return 0;
        }
        return scanned.stampedAttempt()
                .orElseThrow(() -> Refuse.invalid(
                        "invalid_document", "`_gate.attempt` is %s: it has to be a whole number, 0 or more", attempt));
    }

    private static Optional<String> text(JsonNode told, String name) {
        JsonNode value = told.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw Refuse.invalid("invalid_document", "`%s` has to be a text", name);
        }
        return Optional.of(value.asText());
    }

    private static OptionalLong whole(JsonNode told, String name) {
        JsonNode value = told.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return OptionalLong.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw Refuse.invalid("invalid_document", "`%s` has to be a whole number", name);
        }
        return OptionalLong.of(value.asLong());
    }
}
