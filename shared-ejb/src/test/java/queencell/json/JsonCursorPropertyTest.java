package queencell.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JsonCursorPropertyTest {

    private static final JsonFactory JACKSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(20_000).build())
            .build();

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ObjectMapper ASCII =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    @Provide
    Arbitrary<String> json() {
        return json(3);
    }

    private static Arbitrary<String> json(int depth) {
        Arbitrary<String> scalars = Arbitraries.oneOf(
                Arbitraries.of("null", "true", "false", "0", "-0.5e+7", "12345678901234567890", "1.10", "\"\""),
                Arbitraries.strings()
                        .ofMaxLength(8)
                        .map(text -> "\"" + text.replaceAll("[\\p{Cntrl}\"\\\\\\p{Cs}]", "\\\\u0041") + "\""));
        if (depth == 0) {
            return scalars;
        }
        Arbitrary<List<String>> inner = json(depth - 1).list().ofMaxSize(4);
        return Arbitraries.oneOf(
                scalars,
                inner.map(items -> "[" + String.join(" , ", items) + "]"),
                inner.map(items -> "{" + String.join(",", named(items)) + " }"));
    }

    private static List<String> named(List<String> values) {
        return values.stream().map(value -> "\"k\\n\" : " + value).toList();
    }

    @Provide
    Arbitrary<String> nearlyJson() {
        Arbitrary<String> noise =
                Arbitraries.of("", ",", "}", "]", "{", "[", "\"", "\\", "0", "-", ".", "e", "t", "\t", "\u0001", ":");
        return json().flatMap(text -> Arbitraries.integers()
                .between(0, text.length())
                .flatMap(at -> Arbitraries.integers()
                        .between(0, 2)
                        .flatMap(cut -> noise.map(bit ->
                                text.substring(0, at) + bit + text.substring(Math.min(text.length(), at + cut))))));
    }

    @Property(tries = 1000)
    void skipping_must_accept_exactly_what_a_strict_parser_accepts(@ForAll("nearlyJson") String text) {
        assertThat(skips(text)).as(text).isEqualTo(jacksonReads(text));
    }

    /// Raw and escaped characters of every length, short escapes, and halves of surrogate pairs in any order.
    @Provide
    Arbitrary<String> escapedText() {
        Arbitrary<String> parts = Arbitraries.of(
                "a",
                "\u00e9",
                "\u20ac",
                "\ud83d\ude00",
                "\\n",
                "\\\"",
                "\\u0041",
                "\\u00e9",
                "\\u20ac",
                "\\uD83D",
                "\\uDE00",
                "\\uD83D\\uDE00",
                "\u00e9".repeat(5000),
                "a" + "\u20ac".repeat(6000));
        return parts.list().ofMaxSize(12).map(all -> String.join("", all));
    }

    @Property(tries = 500)
    void a_text_that_is_only_measured_must_be_as_long_as_the_one_that_is_read(@ForAll("escapedText") String text)
            throws IOException {
        byte[] bytes = ("\"" + text + "\" ").getBytes(StandardCharsets.UTF_8);
        String read = new JsonCursor(bytes, 0, bytes.length).string();
        assertThat(read).isEqualTo(MAPPER.readValue(bytes, String.class));

        var json = new JsonCursor(bytes, 0, bytes.length);
        assertThat(json.stringBytes()).isEqualTo(read.getBytes(StandardCharsets.UTF_8).length);
        assertThat(json.at()).isEqualTo(bytes.length - 1);
    }

    @Property(tries = 300)
    void a_skipped_value_must_end_where_it_ends(@ForAll("json") String text) throws IOException {
        byte[] bytes = ("[" + text + " ,7]").getBytes(StandardCharsets.UTF_8);
        var json = new JsonCursor(bytes, 0, bytes.length);
        json.beginArray();
        assertThat(json.nextElement()).isTrue();
        json.peek();
        int from = json.at();
        json.skip();
        assertThat(new String(bytes, from, json.at() - from, StandardCharsets.UTF_8))
                .isEqualTo(text);
        assertThat(json.nextElement()).isTrue();
        assertThat(json.integer(0)).isEqualTo(7);
        assertThat(json.nextElement()).isFalse();
        json.finish();
    }

    @Property(tries = 500)
    void a_text_must_be_read_as_a_strict_parser_reads_it(@ForAll String text) throws IOException {
        // UTF-8 has no bytes for half a character
        String whole = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        for (byte[] bytes : List.of(MAPPER.writeValueAsBytes(whole), ASCII.writeValueAsBytes(whole))) {
            assertThat(new JsonCursor(bytes, 0, bytes.length).string()).isEqualTo(whole);
            byte[] named = ("{" + new String(bytes, StandardCharsets.UTF_8) + ":1}").getBytes(StandardCharsets.UTF_8);
            var json = new JsonCursor(named, 0, named.length);
            json.beginObject();
            assertThat(json.nextMember()).isTrue();
            assertThat(json.name(new UsualNames("queue", "payload"))).isEqualTo(whole);
        }
    }

    @Example
    void usual_names_must_be_told_from_their_likes() throws IOException {
        var usual = new UsualNames("queue", "query", "payload");
        for (String name : List.of("queue", "query", "quack", "payload", "paylord", "", "q", "qu\u00e4ue")) {
            byte[] bytes = MAPPER.writeValueAsBytes(java.util.Map.of(name, 1));
            var json = new JsonCursor(bytes, 1);
            json.beginObject();
            assertThat(json.nextMember()).isTrue();
            assertThat(json.name(usual)).isEqualTo(name);
        }
    }

    @Example
    void a_level_too_much_must_end_the_reading_wherever_it_stands() throws IOException {
        for (String text : List.of("[[[1]]]", "[[[]]]", "[{\"a\":{}}]", "[1,[2,[]]]")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            new JsonCursor(bytes, 3).skip();
            assertThatThrownBy(() -> new JsonCursor(bytes, 2).skip()).isInstanceOf(NestingTooDeepException.class);
            assertThatThrownBy(() -> walk(bytes, 2)).isInstanceOf(NestingTooDeepException.class);
            assertThatCode(() -> walk(bytes, 3)).doesNotThrowAnyException();
        }
    }

    /// Enters every array by itself.
    private static void walk(byte[] bytes, int maxNesting) throws UnreadableBytesException {
        elements(new JsonCursor(bytes, maxNesting));
    }

    private static void elements(JsonCursor json) throws UnreadableBytesException {
        json.beginArray();
        while (json.nextElement()) {
            if (json.peek() == '[') {
                elements(json);
            } else {
                json.skip();
            }
        }
    }

    @Example
    void nesting_numbers_and_strings_of_any_length_must_be_passed_over() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        String digits = "1".repeat(50_000);
        String lone = "\"\\ud800\"";
        for (String text : List.of(deep, digits, lone, "\"" + "x".repeat(100_000) + "\"")) {
            assertThatCode(() -> skip(text)).doesNotThrowAnyException();
        }
    }

    @Example
    void what_follows_a_value_must_not_be_ignored() {
        assertThatThrownBy(() -> skip("{} {}")).isInstanceOf(UnreadableBytesException.class);
    }

    private static boolean skips(String text) {
        try {
            skip(text);
            return true;
        } catch (UnreadableBytesException broken) {
            return false;
        }
    }

    private static void skip(String text) throws UnreadableBytesException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var json = new JsonCursor(bytes, 0, bytes.length);
        json.skip();
        json.finish();
    }

    private static boolean jacksonReads(String text) {
        try (JsonParser parser = JACKSON.createParser(text.getBytes(StandardCharsets.UTF_8))) {
            int values = 0;
            int depth = 0;
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue()) {
                    parser.getText();
                }
                values += depth == 0 ? 1 : 0;
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            }
            return values == 1;
        } catch (IOException broken) {
            return false;
        }
    }
}
