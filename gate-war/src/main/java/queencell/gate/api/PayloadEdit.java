package queencell.gate.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import queencell.gate.plan.CostPlan;
import queencell.gate.plan.PayloadPath;

/// Writes what a push says beside its payload into the payload (runtime, 16.5). Only pushes that do so pay for a tree.
final class PayloadEdit {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(1000)
                            .maxNumberLength(1_000_000)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private PayloadEdit() {}

    static byte[] of(PushBody.Pushed pushed, CostPlan cost) {
        boolean costed = pushed.cost().orElse(0) > 0 && cost.path().isPresent();
        if (pushed.op().isEmpty() && !costed) {
            return pushed.payload();
        }
        try {
            ObjectNode payload = (ObjectNode) MAPPER.readTree(pushed.payload());
            pushed.op().ifPresent(op -> payload.put("op", op));
            if (costed) {
                putIfAbsent(payload, cost.path().get(), pushed.cost().getAsLong());
            }
            return MAPPER.writeValueAsBytes(payload);
        } catch (JsonProcessingException beyond) {
            throw Refuse.invalid(
                    "invalid_document",
                    "the payload cannot be edited for `op` or `cost`: %s",
                    beyond.getOriginalMessage());
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory failed", impossible);
        }
    }

    /// Creates objects on the way, replaces nothing: a value that is there but unusable is a value.
    private static void putIfAbsent(ObjectNode payload, PayloadPath path, long cost) {
        List<String> segments = path.segments();
        ObjectNode at = payload;
        for (String segment : segments.subList(0, segments.size() - 1)) {
            Optional<JsonNode> next = Optional.ofNullable(at.get(segment));
            if (next.isPresent() && !next.get().isObject()) {
                return;
            }
            at = next.isPresent() ? (ObjectNode) next.get() : at.putObject(segment);
        }
        if (!at.has(segments.getLast())) {
            at.put(segments.getLast(), cost);
        }
    }
}
