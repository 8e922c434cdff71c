package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// What is read of a body, against a tree that a strict parser makes of it.
class JsonBodyPropertyTest {
    private static final ObjectMapper TREES = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();
    private static final String NOISE = ",}]{[\"\\0-.et:\t\u0001ä";

    @Property(tries = 2000)
    void a_body_must_be_read_as_a_strict_parser_reads_it(@ForAll long seed, @ForAll @IntRange(max = 3) int mistakes) {
        var random = new Random(seed);
        var text = new StringBuilder(new RandomJson(random).document());
        for (int n = 0; n < mistakes; n++) {
            int at = random.nextInt(text.length() + 1);
            text.replace(
                    at,
                    Math.min(text.length(), at + random.nextInt(2)),
                    random.nextBoolean()
                            ? ""
                            : NOISE.substring(random.nextInt(NOISE.length())).substring(0, 1));
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);

        switch (JsonBody.read(bytes, JsonBodyPropertyTest::walked)) {
            case Reading.Readable<String>(String walked) -> assertThat(walked).isEqualTo(tree(bytes));
            case Reading.Refused<String> _, Reading.Unreadable<String> _ ->
                assertThat(tree(bytes)).as(text.toString()).isEqualTo("none");
        }
    }

    private static String walked(JsonBody body) throws IOException, RefusedBody, OtherShape {
        var out = new StringBuilder();
        if (body.isObject()) {
            body.fields(
                    "here",
                    key -> out.append(key).append('=').append(walked(body)).append(';'));
            return "{" + out + "}";
        }
        if (body.isArray()) {
            body.elements(
                    index -> out.append(index).append('=').append(walked(body)).append(';'));
            return "[" + out + "]";
        }
        if (body.isText()) {
            return "text " + body.text();
        }
        return body.isWholeNumber() ? "whole " + body.text().replace("-0", "0") : body.isNull() ? "null" : "other";
    }

    private static String tree(byte[] bytes) {
        try {
            JsonNode node = TREES.readTree(bytes);
            return node.isMissingNode() ? "none" : told(node);
        } catch (IOException broken) {
            return "none";
        }
    }

    private static String told(JsonNode node) {
        var out = new StringBuilder();
        if (node.isObject()) {
            node.properties()
                    .forEach(field -> out.append(field.getKey())
                            .append('=')
                            .append(told(field.getValue()))
                            .append(';'));
            return "{" + out + "}";
        }
        if (node.isArray()) {
            for (int index = 0; index < node.size(); index++) {
                out.append(index).append('=').append(told(node.get(index))).append(';');
            }
            return "[" + out + "]";
        }
        if (node.isTextual()) {
            return "text " + node.textValue();
        }
        return node.isIntegralNumber() ? "whole " + node.bigIntegerValue() : node.isNull() ? "null" : "other";
    }
}
