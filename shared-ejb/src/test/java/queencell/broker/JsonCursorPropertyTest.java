package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
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

    @Property(tries = 300)
    void a_skipped_value_must_end_where_it_ends(@ForAll("json") String text) throws IOException {
        byte[] bytes = ("[" + text + " ,7]").getBytes(StandardCharsets.UTF_8);
        var json = new JsonCursor(bytes, 0, bytes.length);
        json.beginArray();
        assertThat(json.nextElement()).isTrue();
        assertThat(json.raw().text()).isEqualTo(text);
        assertThat(json.nextElement()).isTrue();
        assertThat(json.integer(0)).isEqualTo(7);
        assertThat(json.nextElement()).isFalse();
        json.finish();
    }

    @Property(tries = 500)
    void a_text_must_survive_writing_and_reading(@ForAll String text) throws IOException {
        // UTF-8 has no bytes for half a character
        String whole = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        byte[] bytes = new JsonBuffer(4).string(text).toBytes();
        assertThat(new JsonCursor(bytes, 0, bytes.length).string()).isEqualTo(whole);
        try (JsonParser jackson = JACKSON.createParser(bytes)) {
            jackson.nextToken();
            assertThat(jackson.getText()).isEqualTo(whole);
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
        assertThatThrownBy(() -> skip("{} {}")).isInstanceOf(UnreadableAnswerException.class);
    }

    private static boolean skips(String text) {
        try {
            skip(text);
            return true;
        } catch (UnreadableAnswerException broken) {
            return false;
        }
    }

    private static void skip(String text) throws UnreadableAnswerException {
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
