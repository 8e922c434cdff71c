package queencell.gate.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.Vectors;

class DocumentReaderTest {

    private static final String WHOLE = """
            {"application":"acme","graph":"mail","version":1,"nodes":{"limit":{"budgets":[{"id":"all","count":100,"timeMs":1000,\
            "subWindows":1,"scopeBy":"payload.a","sharedKey":"k","whenOp":["a.*"],"confidence":"documented","source":"s","asOf":"d"}],\
            "cost":{"path":"payload.w","default":1,"max":5},"ingress":{"queue":"in","partitions":3,"http":true,"shed":false},\
            "egress":{"queue":"out","group":"g"},"batch":7,"concurrency":2}},"paths":[{"name":"main","priority":1,"share":0.5,\
            "nodes":["limit",["a","b"]]}],"maxAttempts":4,"counters":{"windowSeconds":60},"watch":{"durationSeconds":120,"startedAt":5}}""";

    @Test
    void every_field_must_survive_a_round_trip() {
        assertThat(new String(StoredForm.bytes(Vectors.document(WHOLE)), UTF_8)).isEqualTo(WHOLE);
    }

    @Test
    void defaults_are_written_out_and_absent_options_left_out() {
        assertThat(stored("""
                {"version":0,"nodes":{"b":{"ingress":false,"egress":null,"batch":null},"a":{"ingress":{},"egress":"q"},
                 "c":{"ingress":true,"budgets":[{"count":1,"timeMs":1,"id":null,"whenOp":null}],"cost":2}},
                 "paths":[{"name":"p","nodes":["a"],"share":null}],"maxAttempts":null,"counters":null,"watch":null}""")).isEqualTo("""
                        {"application":"default","graph":"","version":0,"nodes":{"a":{"budgets":[],"cost":1,"ingress":{},"egress":"q"},\
                        "b":{"budgets":[],"cost":1,"ingress":false},"c":{"budgets":[{"count":1,"timeMs":1,"confidence":"inferred"}],\
                        "cost":2,"ingress":true}},"paths":[{"name":"p","priority":0,"nodes":["a"]}]}""");
    }

    @Test
    void nodes_are_ordered_by_the_bytes_of_their_names() {
        GraphDocument document = Vectors.document(
                "{\"version\":1,\"nodes\":{\"\\ud83d\\ude00\":{},\"\\uff21\":{},\"b\":{},\"a-\":{},\"a\":{}},\"paths\":[]}");
        assertThat(document.nodes().keySet()).containsExactly("a", "a-", "b", "\uff21", "\ud83d\ude00");
    }

    @TestFactory
    Stream<DynamicTest> a_structural_mistake_is_told_with_place_value_bound_and_fix() {
        return Stream.of(
                mistake(
                        "unknown field",
                        "\"batch\":7",
                        "\"burst\":7",
                        "/nodes/limit/burst",
                        "`/nodes/limit/burst` is not a field of a node. An ignored field would change what is enforced without"
                                + " anyone noticing: correct or remove it. Fields are `budgets`, `cost`, `ingress`, `egress`,"
                                + " `batch`, `concurrency`."),
                mistake(
                        "repeated field",
                        "\"batch\":7",
                        "\"batch\":7,\"batch\":8",
                        "/nodes/limit/batch",
                        "`/nodes/limit/batch` is written more than once in one object, and readers disagree about which one"
                                + " counts. Keep one."),
                mistake(
                        "repeated node",
                        "\"paths\":[",
                        "\"nodes\":{},\"paths\":[",
                        "/nodes",
                        "`/nodes` is written more than once in one object, and readers disagree about which one counts. Keep one."),
                mistake(
                        "array for object",
                        "{\"queue\":\"out\",\"group\":\"g\"}",
                        "[\"out\",\"g\"]",
                        "/nodes/limit/egress",
                        "`/nodes/limit/egress` is an array, an egress that is not a queue name is a JSON object. Nothing is read"
                                + " by position: write an object with the fields `queue`, `group`."),
                mistake(
                        "text for number",
                        "\"count\":100",
                        "\"count\":\"100\"",
                        "/nodes/limit/budgets/0/count",
                        "`/nodes/limit/budgets/0/count` is the text \"100\". It takes a whole number from -9223372036854775808 to"
                                + " 9223372036854775807, written without fraction or exponent: correct it."),
                mistake(
                        "fraction",
                        "\"version\":1",
                        "\"version\":1.0",
                        "/version",
                        "`/version` is the number 1.0. It takes a whole number from 0 to 4294967295, written without fraction or"
                                + " exponent: correct it."),
                mistake(
                        "exponent",
                        "\"version\":1",
                        "\"version\":1e0",
                        "/version",
                        "`/version` is the number 1e0. It takes a whole number from 0 to 4294967295, written without fraction or"
                                + " exponent: correct it."),
                mistake(
                        "negative zero",
                        "\"batch\":7",
                        "\"batch\":-0",
                        "/nodes/limit/batch",
                        "`/nodes/limit/batch` is the number -0. It takes a whole number from 0 to 4294967295, written without"
                                + " fraction or exponent: correct it."),
                mistake(
                        "above the range",
                        "\"version\":1",
                        "\"version\":4294967296",
                        "/version",
                        "`/version` is the number 4294967296. It takes a whole number from 0 to 4294967295, written without"
                                + " fraction or exponent: correct it."),
                mistake(
                        "beyond 64 bits",
                        "\"count\":100",
                        "\"count\":9223372036854775808",
                        "/nodes/limit/budgets/0/count",
                        "`/nodes/limit/budgets/0/count` is the number 9223372036854775808. It takes a whole number from"
                                + " -9223372036854775808 to 9223372036854775807, written without fraction or exponent: correct it."),
                mistake(
                        "no partitions",
                        "\"partitions\":3",
                        "\"partitions\":0",
                        "/nodes/limit/ingress/partitions",
                        "`/nodes/limit/ingress/partitions` is the number 0. It takes a whole number from 1 to 4294967295, written"
                                + " without fraction or exponent: correct it."),
                mistake(
                        "unknown word",
                        "\"documented\"",
                        "\"Documented\"",
                        "/nodes/limit/budgets/0/confidence",
                        "`/nodes/limit/budgets/0/confidence` is the text \"Documented\". It takes one of `documented`, `inferred`,"
                                + " `assumed`: correct it."),
                mistake(
                        "null for a default",
                        "\"confidence\":\"documented\"",
                        "\"confidence\":null",
                        "/nodes/limit/budgets/0/confidence",
                        "`/nodes/limit/budgets/0/confidence` is `null`. It takes one of `documented`, `inferred`, `assumed`:"
                                + " correct it."),
                mistake(
                        "missing field",
                        "\"version\":1,",
                        "",
                        "/version",
                        "`/version` is missing, a graph document needs it. Give a whole number from 0 to 4294967295, written"
                                + " without fraction or exponent."),
                mistake(
                        "missing name",
                        "\"name\":\"main\",",
                        "",
                        "/paths/0/name",
                        "`/paths/0/name` is missing, a path needs it. Give a text."),
                mistake(
                        "empty queue",
                        "\"queue\":\"in\"",
                        "\"queue\":\"\"",
                        "/nodes/limit/ingress/queue",
                        "`/nodes/limit/ingress/queue` is the text \"\". It takes a text that is not empty: correct it."),
                mistake(
                        "empty egress",
                        "{\"queue\":\"out\",\"group\":\"g\"}",
                        "\"\"",
                        "/nodes/limit/egress",
                        "`/nodes/limit/egress` is the text \"\". It takes a queue name: a text that is not empty and holds no U+0000:"
                                + " correct it."),
                mistake(
                        "half a character",
                        "\"source\":\"s\"",
                        "\"source\":\"\\ud800\"",
                        "/nodes/limit/budgets/0/source",
                        "`/nodes/limit/budgets/0/source` is the text \"\\ud800\". It takes a text without U+0000 and without half a"
                                + " surrogate pair, which the store cannot hold: correct it."),
                mistake(
                        "nested fan-out",
                        "[\"a\",\"b\"]",
                        "[\"a\",[\"b\"]]",
                        "/paths/0/nodes/1/1",
                        "`/paths/0/nodes/1/1` is an array. It takes a text: correct it."),
                mistake(
                        "hop that is no name",
                        "[\"limit\",",
                        "[7,",
                        "/paths/0/nodes/0",
                        "`/paths/0/nodes/0` is the number 7. It takes a node name, or an array of node names for a fan-out:"
                                + " correct it."),
                mistake(
                        "share without end",
                        "\"share\":0.5",
                        "\"share\":1e400",
                        "/paths/0/share",
                        "`/paths/0/share` is the number 1e400. It takes a number that a 64-bit float can hold, at most 1.8e308:"
                                + " correct it."),
                mistake(
                        "shed that is no flag",
                        "\"shed\":false",
                        "\"shed\":\"no\"",
                        "/nodes/limit/ingress/shed",
                        "`/nodes/limit/ingress/shed` is the text \"no\". It takes `true` or `false`: correct it."));
    }

    @Test
    void a_place_with_a_slash_in_its_name_is_escaped() {
        assertThat(problems("{\"version\":1,\"nodes\":{\"a/b~c\":{\"x\":1}},\"paths\":[]}")
                        .getFirst()
                        .path())
                .isEqualTo("/nodes/a~1b~0c/x");
    }

    @Test
    void all_structural_problems_are_told_at_once() {
        assertThat(
                        problems(
                                "{\"version\":-1,\"nodes\":{\"a\":{\"budgets\":[{\"timeMs\":true}],\"cost\":[]}},\"paths\":[{}],\"x\":1}"))
                .extracting(Finding::path)
                .containsExactly(
                        "/x",
                        "/version",
                        "/nodes/a/budgets/0/count",
                        "/nodes/a/budgets/0/timeMs",
                        "/nodes/a/cost",
                        "/paths/0/name",
                        "/paths/0/nodes");
    }

    /// 80 KB of this, told whole, are a gigabyte of places.
    @Test
    void mistakes_below_a_long_name_must_not_be_told_with_a_copy_of_it_each() {
        List<Finding> problems = problems("{\"version\":1,\"paths\":[],\"nodes\":{\"x" + "\ud83d\ude00".repeat(10_000)
                + "\":{\"budgets\":[1" + ",1".repeat(20_000) + "]}}}");
        assertThat(problems).hasSize(501).allSatisfy(problem -> {
            assertThat(problem.path()).hasSizeLessThan(400);
            assertThat(problem.detail()).hasSizeLessThan(600);
        });
        assertThat(problems.get(1).path()).isEqualTo("/nodes/x" + "\ud83d\ude00".repeat(149) + "…/budgets/1");
        assertThat(problems.getLast().detail()).startsWith("And more");
    }

    @Test
    void the_five_hundredth_mistake_must_be_told_and_none_counted_beside_it() {
        assertThat(problems("{\"version\":1,\"nodes\":{},\"paths\":[1" + ",1".repeat(499) + "]}"))
                .hasSize(500)
                .last()
                .extracting(Finding::path)
                .isEqualTo("/paths/499");
    }

    @Test
    void a_fractional_cost_is_left_to_its_rule() {
        GraphDocument document = Vectors.document(
                "{\"version\":1,\"nodes\":{\"a\":{\"cost\":1.5},\"b\":{\"cost\":{\"path\":\"payload.w\",\"default\":1e0,\"max\":2.0}}},\"paths\":[]}");
        assertThat(document.nodes().get("a").cost().most().fraction()).hasValue("1.5");
        assertThat(stored(new String(StoredForm.bytes(document), UTF_8)))
                .isEqualTo(new String(StoredForm.bytes(document), UTF_8));
    }

    @Test
    void a_share_is_stored_without_an_exponent() {
        assertThat(stored("{\"version\":1,\"nodes\":{},\"paths\":[{\"name\":\"p\",\"nodes\":[],\"share\":1e-5}]}"))
                .contains("\"share\":0.000010,");
        assertThat(stored("{\"version\":1,\"nodes\":{},\"paths\":[{\"name\":\"p\",\"nodes\":[],\"share\":-0.0}]}"))
                .contains("\"share\":0.0,");
    }

    @Test
    void the_stored_length_counts_separators_as_the_store_prints_them() {
        GraphDocument document = Vectors.document("{\"version\":1,\"nodes\":{},\"paths\":[]}");
        assertThat(new String(StoredForm.bytes(document), UTF_8))
                .isEqualTo("{\"application\":\"default\",\"graph\":\"\",\"version\":1,\"nodes\":{},\"paths\":[]}");
        // five colons and four commas, each with a space
        assertThat(StoredForm.storedLength(document)).isEqualTo(StoredForm.bytes(document).length + 9);
    }

    @Test
    void what_is_not_json_is_told_with_its_place() {
        assertThat(JsonText.parse("{\"a\":\n tru}".getBytes(UTF_8)))
                .isEqualTo(new JsonText.Malformed("the body is not JSON: line 2, column 6"));
        assertThat(JsonText.parse(new byte[0]))
                .isEqualTo(new JsonText.Malformed("the body is empty, a JSON object is needed"));
        assertThat(JsonText.parse("{} {}".getBytes(UTF_8)))
                .isEqualTo(
                        new JsonText.Malformed("something follows the JSON value at line 1, column 4; send one value"));
        assertThat(JsonText.parse(new byte[] {'"', (byte) 0xC3, '"'})).isInstanceOf(JsonText.Malformed.class);
        assertThat(JsonText.parse("[".repeat(65).getBytes(UTF_8))).isInstanceOf(JsonText.Oversized.class);
        assertThat(JsonText.parse(("[".repeat(64) + "]".repeat(64)).getBytes(UTF_8)))
                .isInstanceOf(JsonText.Parsed.class);
    }

    private static DynamicTest mistake(String what, String from, String to, String path, String detail) {
        return DynamicTest.dynamicTest(what, () -> {
            assertThat(WHOLE).contains(from);
            String broken = WHOLE.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
            assertThat(problems(broken)).containsExactly(new Finding("schema", path, detail));
        });
    }

    private static List<Finding> problems(String text) {
        return switch (DocumentReader.read(Vectors.json(text))) {
            case DocumentReader.Refused refused -> refused.problems();
            case DocumentReader.Read read -> throw new AssertionError(read.document());
        };
    }

    private static String stored(String text) {
        return new String(StoredForm.bytes(Vectors.document(text)), UTF_8);
    }
}
