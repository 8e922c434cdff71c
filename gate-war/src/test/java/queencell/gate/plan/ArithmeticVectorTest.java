package queencell.gate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.Vectors;

class ArithmeticVectorTest {

    private static final JsonNode ARITHMETIC = Vectors.load("gate-arith.json");

    @TestFactory
    Stream<DynamicTest> a_budget_is_divided_into_exactly_these_windows() {
        return cases("subdivide", example -> {
            JsonNode parts = example.get("subWindows");
            var window = SubWindow.of(
                    example.get("count").asLong(),
                    example.get("timeMs").asLong(),
                    parts.isNull() ? OptionalLong.empty() : OptionalLong.of(parts.asLong()));
            assertThat(window)
                    .isEqualTo(new SubWindow(
                            example.get("effectiveSubWindows").asLong(),
                            example.get("countSub").asLong(),
                            example.get("windowSubSeconds").asLong()));
        });
    }

    @TestFactory
    Stream<DynamicTest> a_ceiling_is_rounded_half_up() {
        return cases(
                "ceiling",
                example -> assertThat(new SubWindow(1, example.get("countSub").asLong(), 1)
                                .ceiling(example.get("share").asDouble()))
                        .isEqualTo(example.get("max").asLong()));
    }

    @TestFactory
    Stream<DynamicTest> absent_shares_follow_the_rank() {
        return cases("defaultShares", example -> {
            List<Long> priorities = Vectors.cases(example.get("priorities"))
                    .map(JsonNode::asLong)
                    .toList();
            Map<Long, Double> expected = new HashMap<>();
            example.get("shares")
                    .properties()
                    .forEach(share -> expected.put(
                            Long.valueOf(share.getKey()), share.getValue().asDouble()));
            List<String> paths = new ArrayList<>();
            for (int i = 0; i < priorities.size(); i++) {
                paths.add("{\"name\":\"p%d\",\"priority\":%d,\"nodes\":[\"n\"]}".formatted(i, priorities.get(i)));
            }
            var document = Vectors.document("{\"version\":1,\"nodes\":{\"n\":{}},\"paths\":" + paths + "}");
            Map<String, Double> shares = Visits.of(document).shares("n");
            for (int i = 0; i < priorities.size(); i++) {
                assertThat(shares.get("p" + i)).isEqualTo(expected.get(priorities.get(i)));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> an_operation_matches_exactly_these_patterns() {
        return cases(
                "opMatches",
                example -> assertThat(new OpPatterns(Vectors.texts(example.get("patterns")))
                                .matches(example.get("op").asText()))
                        .isEqualTo(example.get("matches").asBoolean()));
    }

    @TestFactory
    Stream<DynamicTest> a_text_is_a_payload_path_or_not() {
        return cases(
                "payloadPath",
                example -> assertThat(PayloadPath.isValid(example.get("path").asText()))
                        .isEqualTo(example.get("valid").asBoolean()));
    }

    @TestFactory
    Stream<DynamicTest> a_key_is_spelled_exactly_so() {
        return cases(
                "keys",
                example -> assertThat(key(example)).isEqualTo(example.get("key").asText()));
    }

    private static String key(JsonNode example) {
        return switch (example.get("what").asText()) {
            case "node" ->
                Names.budgetKey(
                        example.get("application").asText(),
                        example.get("graph").asText(),
                        example.get("node").asText(),
                        example.get("budget").asText());
            case "shared" ->
                Names.sharedKey(
                        example.get("application").asText(),
                        example.get("sharedKey").asText());
            case "scoped" ->
                Names.scopedKey(
                        example.get("base").asText(), example.get("value").asText());
            default -> throw new AssertionError(example);
        };
    }

    private static Stream<DynamicTest> cases(String kind, Consumer<JsonNode> body) {
        return Vectors.cases(ARITHMETIC.get(kind)).map(example -> {
            String text = example.toString();
            return DynamicTest.dynamicTest(text.substring(0, Math.min(120, text.length())), () -> body.accept(example));
        });
    }
}
