package queencell.gate.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import queencell.gate.Vectors;
import queencell.gate.plan.Names;
import queencell.gate.plan.NodePlan;

/// The byte reader against a tree of the same bytes.
class PayloadPropertyTest {

    private static final NodePlan NODE = Nodes.plan("""
            {"cost": {"path": "payload.w", "default": 2, "max": 9223372036854775807},
             "budgets": [{"id": "all", "count": 100, "timeMs": 1000},
                         {"id": "deep", "count": 100, "timeMs": 1000, "scopeBy": "payload.a.b", "whenOp": ["a.*"]},
                         {"id": "flat", "count": 100, "timeMs": 1000, "scopeBy": "payload.a", "whenOp": ["b"]},
                         {"id": "w", "count": 100, "timeMs": 1000, "scopeBy": "payload.w", "whenOp": ["w"]}]}""");
    private static final ItemReader READER = ItemReader.of(NODE);
    private static final Stamp STAMP = Stamp.onPath("mail", "main", 1, "n");

    @Property(tries = 2000)
    void any_bytes_are_scanned_and_never_throw(@ForAll byte[] bytes) {
        Payload payload = READER.scan(bytes);
        READER.read(payload);
        STAMP.on(payload, 1);
    }

    @Property(tries = 1000)
    void broken_payloads_are_scanned_and_never_throw(
            @ForAll("payloads") String text, @ForAll int place, @ForAll byte broken) {
        byte[] bytes = text.getBytes(UTF_8);
        bytes[Math.floorMod(place, bytes.length)] = broken;
        Payload payload = READER.scan(bytes);
        READER.read(payload);
        payload.op();
        payload.stampedPath();
        STAMP.on(payload, 1);
    }

    @Property(tries = 2000)
    void bytes_and_tree_agree(@ForAll("payloads") String text) throws IOException {
        // in the middle of other bytes, as in a claim
        byte[] bytes = ("#}\"" + text + "\"{#").getBytes(UTF_8);
        Payload payload = READER.scan(bytes, 3, bytes.length - 3);
        JsonNode tree = tree(text);

        assertThat(payload.isObject()).isEqualTo(tree.isObject());
        assertThat(payload.op())
                .isEqualTo(tree.path("op").isTextual() ? tree.path("op").textValue() : "");
        assertThat(payload.stampedPath()).isEqualTo(text(tree.at("/_gate/path")));
        assertThat(payload.stampedGraph()).isEqualTo(text(tree.at("/_gate/graph")));
        JsonNode attempt = tree.at("/_gate/attempt");
        assertThat(payload.stampedAttempt().orElse(-1))
                .isEqualTo(
                        attempt.isIntegralNumber() && attempt.canConvertToLong() && attempt.longValue() >= 0
                                ? attempt.longValue()
                                : -1);
        assertThat(READER.cost(payload)).isEqualTo(cost(tree.path("w")));
        assertReading(payload, tree);
    }

    private static void assertReading(Payload payload, JsonNode tree) {
        String op = payload.op();
        Optional<String> wanted = op.startsWith("a.")
                ? scope(tree.at("/a/b"))
                : op.equals("b") ? scope(tree.at("/a")) : op.equals("w") ? scope(tree.at("/w")) : Optional.of("");
        var reading = READER.read(payload);
        if (wanted.isEmpty()) {
            assertThat(reading).isInstanceOf(ItemReader.Inadmissible.class);
            return;
        }
        List<ItemReader.Charge> charges = ((ItemReader.Admissible) reading).charges();
        assertThat(charges.getFirst().key()).isEqualTo("b:acme:mail:n:all");
        if (charges.size() > 1) {
            assertThat(charges.get(1).key())
                    .isEqualTo(Names.scopedKey(charges.get(1).budget().key(), wanted.get()));
        }
    }

    @Property(tries = 1000)
    void a_stamp_replaces_any_other_and_changes_nothing_else(@ForAll("payloads") String text) throws IOException {
        byte[] bytes = (" " + text + " ").getBytes(UTF_8);
        byte[] stamped = STAMP.on(READER.scan(bytes), 1755763200000L);
        JsonNode before = tree(text);
        if (!before.isObject()) {
            assertThat(stamped).isEqualTo(bytes);
            return;
        }
        JsonNode after = tree(new String(stamped, UTF_8));
        ObjectNode expected = before.deepCopy();
        JsonNode attempt = before.at("/_gate/attempt");
        ObjectNode stamp = Vectors.MAPPER.createObjectNode();
        stamp.put("graph", "mail")
                .put("path", "main")
                .put("hop", 1)
                .put("node", "n")
                .put("at", 1755763200000L);
        if (attempt.isIntegralNumber() && attempt.canConvertToLong() && attempt.longValue() >= 0) {
            stamp.put("attempt", attempt.longValue());
        }
        expected.set("_gate", stamp);
        assertThat(tree(after.toString())).isEqualTo(tree(expected.toString()));
        assertThat(count(stamped, "\"hop\":1,\"node\":\"n\",\"at\":1755763200000"))
                .isEqualTo(1);
        assertThat(READER.scan(stamped).stampedPath()).hasValue("main");
    }

    private static int count(byte[] bytes, String part) {
        return new String(bytes, UTF_8).split(Pattern.quote(part), -1).length - 1;
    }

    private static JsonNode tree(String text) throws JsonProcessingException {
        return Vectors.MAPPER
                .reader()
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readTree(text);
    }

    private static Optional<String> text(JsonNode node) {
        return Optional.ofNullable(node.textValue());
    }

    private static long cost(JsonNode node) {
        if (!node.isNumber()) {
            return 2;
        }
        BigDecimal value = node.decimalValue();
        if (value.signum() <= 0 || value.stripTrailingZeros().scale() > 0) {
            return 2;
        }
        return value.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    private static Optional<String> scope(JsonNode node) {
        if (node.isTextual()) {
            return text(node);
        }
        if (node.isBoolean()) {
            return Optional.of(node.toString());
        }
        if (!node.isNumber()) {
            return Optional.empty();
        }
        BigDecimal value = node.decimalValue();
        return Optional.of(
                value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
    }

    @Provide
    Arbitrary<String> payloads() {
        Arbitrary<String> key = Arbitraries.of(
                "\"op\"",
                "\"w\"",
                "\"a\"",
                "\"b\"",
                "\"_gate\"",
                "\"path\"",
                "\"attempt\"",
                "\"graph\"",
                "\"\\u0061\"",
                "\"_gat\\u0065\"",
                "\"\"",
                "\"long key with \\\" and \\\\ in it\"");
        Arbitrary<String> leaf = Arbitraries.of(
                "1",
                "7",
                "7.0",
                "2.50",
                "-3",
                "0",
                "-0.0",
                "1e3",
                "1E-2",
                "9223372036854775807",
                "92233720368547758080",
                "123456789012345678901234567890",
                "0.1e1",
                "12e-1",
                "true",
                "false",
                "null",
                "\"\"",
                "\"a.x\"",
                "\"b\"",
                "\"w\"",
                "\"a:b%\"",
                "\"\\u00e9\\n\\\"\\/\"",
                "\"\\ud83d\\ude00\"",
                "\"é😀 and more than eight bytes\"",
                "{}",
                "[]",
                "[1,{\"a\":{\"b\":1}}]");
        Arbitrary<String> inner = object(key, leaf);
        Arbitrary<String> middle = object(key, Arbitraries.oneOf(leaf, inner));
        return Arbitraries.frequencyOf(
                Tuple.of(1, leaf), Tuple.of(12, object(key, Arbitraries.oneOf(leaf, inner, middle))));
    }

    private static Arbitrary<String> object(Arbitrary<String> key, Arbitrary<String> value) {
        Arbitrary<String> space = Arbitraries.of("", "", " ", "\n\t");
        return Combinators.combine(key, value, space)
                .as((name, written, blank) -> blank + name + blank + ":" + blank + written + blank)
                .list()
                .ofMaxSize(6)
                .map(members -> "{" + String.join(",", members) + "}");
    }
}
