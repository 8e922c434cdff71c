package queencell.gate.legacy;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.gate.Vectors;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.GraphPath;
import queencell.gate.document.StoredForm;
import queencell.gate.plan.CompileOptions;
import queencell.gate.rule.Facts;
import queencell.gate.rule.Validation;

class MigrationTest {

    private static final String COST = "\"cost\":{\"field\":\"w\",\"default\":1,\"max\":1}";
    private static final String BUDGET =
            "{\"id\":\"b\",\"cap\":100,\"periodSeconds\":60,\"alignment\":\"rolling\",\"confidence\":\"inferred\"}";

    @ParameterizedTest
    @CsvSource({
        "100, 60000, 1, 60",
        "1500, 10000, 100, 10",
        "100, 604800000, 1, 100",
        "20000, 300000, 100, 150",
        "1, 1000, 1, 1",
        "5, 7000, 1, 1",
        "7, 7000, 1, 7",
        "100, 60000, 1000, 1",
        "9223372036854775807, 7200000, 1, 3600"
    })
    void a_rolling_period_is_divided_as_v1_divided_it(long count, long timeMs, double costMax, long parts) {
        assertThat(LegacyArithmetic.rollingParts(count, timeMs, costMax)).isEqualTo(parts);
    }

    @ParameterizedTest
    @CsvSource({
        "ceiling, 0, 1.0",
        "share:0.3, 0, 0.3",
        "share:7, 0, 1.0",
        "share:-1, 0, 0.01",
        "absolute:0.5, 0, 0.3",
        "absolute:99, 0, 1.0",
        "absolute:0, 0, 0.01",
        "ceiling-minus-measured, 0.4, 0.6",
        "ceiling-minus-measured, 2, 0.05",
        "ceiling-minus-measured, -3, 1.0",
        "ceiling-minus-measured, 0.97, 0.05",
        "ceiling-minus-measured, 0.12, 0.9"
    })
    void the_cap_of_a_later_lane_becomes_a_share(String cap, double floor, double share) {
        GraphDocument document = target(
                "\"budgets\":[" + BUDGET + "]",
                ",\"lanes\":[{\"name\":\"one\",\"cap\":\"ceiling\"},{\"name\":\"two\",\"cap\":\"" + cap
                        + "\",\"floor\":" + floor + "}]");
        assertThat(document.paths().get(1).share().orElseThrow()).isEqualTo(share);
    }

    @Test
    void an_absolute_lane_without_budgets_keeps_the_whole_counter() {
        assertThat(target(
                                "\"budgets\":[]",
                                ",\"lanes\":[{\"name\":\"one\",\"cap\":\"ceiling\"},{\"name\":\"two\",\"cap\":\"absolute:1\"}]")
                        .paths()
                        .get(1)
                        .share()
                        .orElseThrow())
                .isEqualTo(1.0);
    }

    @Test
    void a_later_lane_must_not_get_more_than_an_earlier_one() {
        var migrated = migrate(
                Declarations.Form.TARGET,
                "t",
                "{\"name\":\"t\",\"version\":1,\"budgets\":[" + BUDGET.replace("100", "6000") + "]," + COST
                        + ",\"lanes\":[{\"name\":\"a\",\"cap\":\"ceiling\"},{\"name\":\"b\",\"cap\":\"share:0.2\"},{\"name\":\"c\",\"cap\":\"share:0.9\"}]}");
        assertThat(migrated.document().paths())
                .extracting(path -> path.share().orElseThrow())
                .containsExactly(1.0, 0.2, 0.2);
        assertThat(details(migrated, "lane-cap"))
                .containsExactly(
                        "lane `c`: cap `share` 0.9 with floor 0 became share 0.2, lowered to the share of the lane before"
                                + " it, because a less important path may not get more.");
        assertThat(accepted(migrated.document())).isTrue();
    }

    @Test
    void the_name_of_the_url_wins_and_the_change_is_told() {
        var target = migrate(
                Declarations.Form.TARGET,
                "shop.carrier",
                "{\"name\":\"old\",\"version\":1,\"budgets\":[]," + COST + "}");
        assertThat(target.document().graph()).isEqualTo("carrier");
        assertThat(target.document().nodes().keySet()).containsExactly("carrier");
        assertThat(details(target, "name"))
                .containsExactly(
                        "the target `old` is graph `carrier` now: the URL names it, by the part behind its last dot, and"
                                + " its node too.");
        assertThat(details(target, "consume"))
                .singleElement()
                .asString()
                .contains("`gate.acme.shop.carrier.admitted.default`");
        var same = migrate(
                Declarations.Form.TARGET, "old", "{\"name\":\"old\",\"version\":1,\"budgets\":[]," + COST + "}");
        assertThat(details(same, "name")).isEmpty();
    }

    @Test
    void a_period_beyond_all_numbers_is_cut_and_then_refused_by_the_ordinary_rule() {
        var cut = migrate(
                Declarations.Form.TARGET,
                "t",
                "{\"name\":\"t\",\"version\":1,\"budgets\":[" + BUDGET.replace("60", "9223372036854775807") + "],"
                        + COST + "}");
        assertThat(details(cut, "period-clamped"))
                .containsExactly(
                        "budget `b`: `periodSeconds` 9223372036854775807 is more milliseconds than a number can hold and"
                                + " became `timeMs` 9223372036854775807. Choose a shorter period.");
        assertThat(problems(cut.document())).extracting(Finding::rule).containsExactly("budget-window");
        var kept = migrate(
                Declarations.Form.TARGET,
                "t",
                "{\"name\":\"t\",\"version\":1,\"budgets\":[" + BUDGET.replace("60", "9223372036854775") + "]," + COST
                        + "}");
        assertThat(details(kept, "period-clamped")).isEmpty();
        assertThat(kept.document().nodes().get("t").budgets().getFirst().timeMs())
                .isEqualTo(9223372036854775000L);
    }

    @Test
    void too_many_attempts_are_cut_to_twenty_and_told() {
        assertThat(attempts(21).document().maxAttempts()).hasValue(20);
        assertThat(details(attempts(21), "max-attempts"))
                .containsExactly(
                        "`breach.maxAttempts` 21 became 20, the most there is: without a bound an item can circulate"
                                + " endlessly.");
        assertThat(details(attempts(20), "max-attempts")).isEmpty();
        assertThat(attempts(-4).document().maxAttempts()).hasValue(1);
        assertThat(accepted(attempts(21).document())).isTrue();
    }

    private static Declarations.Migrated attempts(long most) {
        return migrate(
                Declarations.Form.GRAPH,
                "g",
                "{\"name\":\"g\",\"version\":1,\"nodes\":{\"n\":{\"entry\":true," + COST
                        + "}},\"consume\":[\"n\"],\"breach\":[{\"when\":{\"status\":429},"
                        + "\"retryTo\":\"origin-entry\",\"maxAttempts\":-9},{\"when\":{},\"retryTo\":\"x\",\"maxAttempts\":"
                        + most + "}]}");
    }

    @ParameterizedTest
    @CsvSource({
        "photo.delete, photo.delete",
        "*, *",
        "photo.*, photo.*",
        "*.delete, *",
        "pho*, *",
        "photo.d*, photo.*",
        "a.b.*.c, a.b.*",
        ".*, *",
        "'', *",
        "a.*x, a.*",
        ".a*, *"
    })
    void a_pattern_that_could_match_nothing_becomes_the_nearest_that_matches_at_least_as_much(
            String written, String mapped) {
        assertThat(OpPatternRepair.nearest(written)).isEqualTo(mapped);
        var migrated = migrate(
                Declarations.Form.TARGET,
                "t",
                "{\"name\":\"t\",\"version\":1,\"budgets\":["
                        + BUDGET.replace("}", ",\"match\":{\"op\":[\"" + written + "\"]}}") + "]," + COST + "}");
        assertThat(problems(migrated.document())).isEmpty();
        assertThat(details(migrated, "match").getFirst().contains("nearest")).isEqualTo(!written.equals(mapped));
    }

    @Test
    void a_match_that_names_nothing_must_not_switch_the_limit_off() {
        var migrated = migrate(
                Declarations.Form.TARGET,
                "t",
                "{\"name\":\"t\",\"version\":1,\"budgets\":[" + BUDGET.replace("}", ",\"match\":{\"op\":[]}}") + "],"
                        + COST + "}");
        assertThat(migrated.document().nodes().get("t").budgets()).hasSize(1);
        assertThat(migrated.document().nodes().get("t").budgets().getFirst().whenOp())
                .isEmpty();
        assertThat(details(migrated, "match"))
                .containsExactly(
                        "budget `b`: `match` names no operation and was dropped, so the budget applies to every item.");
    }

    @Test
    void a_chain_follows_the_first_edges_and_ends_where_it_would_turn() {
        GraphDocument document = migrate(
                        Declarations.Form.GRAPH,
                        "g",
                        "{\"name\":\"g\",\"version\":1,\"nodes\":{\"a\":{\"entry\":true," + COST + "},\"b\":{" + COST
                                + "},\"c\":{" + COST
                                + "}},\"consume\":[\"c\",\"nowhere\"],\"edges\":[{\"from\":\"a\",\"to\":\"b\",\"priority\":3},{\"from\":\"a\",\"to\":\"c\"},"
                                + "{\"from\":\"b\",\"to\":\"c\"},{\"from\":\"c\",\"to\":\"a\"}]}")
                .document();
        assertThat(document.paths()).hasSize(1);
        GraphPath path = document.paths().getFirst();
        assertThat(path.hops()).extracting(hop -> hop.nodes().getFirst()).containsExactly("a", "b", "c");
        assertThat(path.priority()).isEqualTo(3);
        assertThat(accepted(document)).isTrue();
    }

    @Test
    void a_chain_without_end_is_cut_after_32_hops() {
        var nodes = new StringBuilder();
        var edges = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            nodes.append(i == 0 ? "" : ",")
                    .append("\"n")
                    .append(i)
                    .append("\":{\"entry\":")
                    .append(i == 0)
                    .append(",")
                    .append(COST)
                    .append("}");
            edges.append(i == 0 ? "" : ",")
                    .append("{\"from\":\"n")
                    .append(i)
                    .append("\",\"to\":\"n")
                    .append(i + 1)
                    .append("\"}");
        }
        GraphDocument document = migrate(
                        Declarations.Form.GRAPH,
                        "g",
                        "{\"name\":\"g\",\"version\":1,\"nodes\":{" + nodes + "},\"edges\":[" + edges + "]}")
                .document();
        assertThat(document.paths().getFirst().hops()).hasSize(33);
    }

    @Test
    void lanes_of_one_name_at_two_entries_get_the_entry_before_it() {
        String lanes = ",\"lanes\":[{\"name\":\"in\",\"cap\":\"ceiling\"},{\"name\":\"x\",\"cap\":\"ceiling\"}]";
        var migrated = migrate(
                Declarations.Form.GRAPH,
                "g",
                "{\"name\":\"g\",\"version\":1,\"consume\":[\"a\",\"b\"],\"nodes\":{\"a\":{\"entry\":true," + COST
                        + lanes + "},\"b\":{\"entry\":true," + COST + lanes.replace("\"x\"", "\"y\"") + "}}}");
        assertThat(migrated.document().paths()).extracting(GraphPath::name).containsExactly("a-in", "x", "b-in", "y");
        assertThat(details(migrated, "lanes"))
                .contains("lane `in` of node `a` became path `a-in`, because another entry has a lane of that name.");
        assertThat(accepted(migrated.document())).isTrue();
    }

    @TestFactory
    Stream<DynamicTest> every_note_is_given_for_its_field_and_only_then() {
        String bare = "{\"name\":\"g\",\"version\":1,\"consume\":[],\"nodes\":{\"n\":{" + COST + ",\"budgets\":["
                + BUDGET + "]}}}";
        return Stream.of(
                note("maxKeys", bare, "\"id\":\"b\"", "\"id\":\"b\",\"maxKeys\":5"),
                note("store", bare, "\"id\":\"b\"", "\"id\":\"b\",\"store\":\"kv\""),
                note("scope", bare, "\"id\":\"b\"", "\"id\":\"b\",\"scope\":[\"host\"]"),
                note("match", bare, "\"id\":\"b\"", "\"id\":\"b\",\"match\":{\"op\":[\"x\"]}"),
                note("node-budget", bare, "\"id\":\"b\"", "\"id\":\"b\",\"match\":{\"op\":[\"x\"]}"),
                note("entry", bare, "\"n\":{", "\"n\":{\"entry\":true,"),
                note("admitted", bare, "\"n\":{", "\"n\":{\"admitted\":{\"partitions\":3},"),
                note("shards", bare, "\"n\":{", "\"n\":{\"shards\":3,"),
                note("shards", bare, "\"n\":{", "\"n\":{\"shardBy\":\"entity\","),
                note("lanes", bare, "\"n\":{", "\"n\":{\"lanes\":[{\"name\":\"x\",\"cap\":\"ceiling\"}],"),
                note(
                        "lane-cap",
                        bare,
                        "\"n\":{",
                        "\"n\":{\"entry\":true,\"lanes\":[{\"name\":\"x\",\"cap\":\"absolute:1\"}],"),
                note(
                        "lane-cap",
                        bare,
                        "\"n\":{",
                        "\"n\":{\"entry\":true,\"lanes\":[{\"name\":\"x\",\"cap\":\"ceiling\",\"floor\":0.5}],"),
                note("consume", bare, "\"consume\":[]", "\"consume\":[\"n\"]"),
                note("consume", bare, "\"consume\":[]", "\"consume\":[\"m\"]"),
                note("edges", bare, "\"consume\":[]", "\"edges\":[{\"from\":\"n\",\"to\":\"n\"}]"),
                note(
                        "breach",
                        bare,
                        "\"consume\":[]",
                        "\"breach\":[{\"when\":{\"outcome\":\"x\"},\"retryTo\":\"x\",\"maxAttempts\":1}]"),
                note("egress", bare, "\"n\":{", "\"n\":{\"egress\":\"the carrier's API\","),
                note("name", bare, "\"name\":\"g\"", "\"name\":\"other\""),
                always("cap", bare),
                always("alignment", bare),
                always("cost", bare),
                always("pacing", bare),
                always("lane-concurrency", bare));
    }

    @Test
    void a_body_that_is_neither_must_say_what_failed_as_both() {
        var outcome = Declarations.read(
                Vectors.json("{\"graph\":\"g\",\"version\":1,\"nodes\":{},\"paths\":[],\"limits\":1}"),
                Declarations.Form.GRAPH,
                "acme",
                "g");
        assertThat(((Declarations.Refused) outcome).problems())
                .extracting(Finding::toString)
                .containsExactly(
                        "[schema] `/limits` is not a field of a graph document. An ignored field would change what is enforced without"
                                + " anyone noticing: correct or remove it. Fields are `application`, `graph`, `version`, `nodes`,"
                                + " `paths`, `maxAttempts`, `counters`, `watch`.",
                        "[schema] Nor is it a v1 graph: `/graph` is not a field of a v1 graph. An ignored field would change what is"
                                + " enforced without anyone noticing: correct or remove it. Fields are `application`, `name`, `version`,"
                                + " `nodes`, `edges`, `consume`, `breach`. `/paths` is not a field of a v1 graph. An ignored field would"
                                + " change what is enforced without anyone noticing: correct or remove it. Fields are `application`,"
                                + " `name`, `version`, `nodes`, `edges`, `consume`, `breach`. `/limits` is not a field of a v1 graph. An"
                                + " ignored field would change what is enforced without anyone noticing: correct or remove it. Fields are"
                                + " `application`, `name`, `version`, `nodes`, `edges`, `consume`, `breach`. And 1 more.");
        assertThat(((Declarations.Refused) outcome).error())
                .startsWith("[schema] `/limits`")
                .contains("; [schema] Nor");
    }

    @Test
    void a_document_takes_its_identity_from_the_url() {
        var outcome = Declarations.read(
                Vectors.json("{\"application\":\"evil\",\"graph\":\"x\",\"version\":1,\"nodes\":{},\"paths\":[]}"),
                Declarations.Form.TARGET,
                "acme",
                "mail");
        assertThat(((Declarations.Declared) outcome).document())
                .extracting(GraphDocument::application, GraphDocument::graph)
                .containsExactly("acme", "mail");
    }

    @Test
    void a_v1_target_on_a_graph_route_is_not_guessed() {
        assertThat(Declarations.read(
                        Vectors.json("{\"name\":\"t\",\"version\":1,\"budgets\":[]," + COST + "}"),
                        Declarations.Form.GRAPH,
                        "acme",
                        "t"))
                .isInstanceOf(Declarations.Refused.class);
    }

    @Test
    void what_failed_as_v1_must_be_counted_and_not_repeated_without_end() {
        var outcome = Declarations.read(
                Vectors.json("{\"version\":1,\"name\":\"g\",\"nodes\":{\"" + "n".repeat(40_000) + "\":{\"budgets\":[1"
                        + ",1".repeat(9_999) + "]}}}"),
                Declarations.Form.GRAPH,
                "acme",
                "g");
        Declarations.Refused refused = (Declarations.Refused) outcome;
        assertThat(refused.error()).hasSizeLessThan(400_000);
        assertThat(refused.problems().getLast().detail()).endsWith("And many more.");
        assertThat(refused.problems())
                .allSatisfy(problem -> assertThat(problem.path()).hasSizeLessThan(400));
    }

    private static final String TWO_LANES =
            "\"lanes\":[{\"name\":\"one\",\"cap\":\"ceiling\"},{\"name\":\"two\",\"cap\":\"ceiling\"}]";

    @Test
    void lanes_of_an_entry_that_is_no_name_must_not_each_carry_it() {
        String entry = "{\"entry\":true," + COST + "," + TWO_LANES + "}";
        GraphDocument document = migrate(
                        Declarations.Form.GRAPH,
                        "g",
                        "{\"name\":\"g\",\"version\":1,\"nodes\":{\"a\":" + entry + ",\"" + "n".repeat(1000) + "\":"
                                + entry + "}}")
                .document();
        assertThat(document.paths())
                .hasSize(4)
                .allSatisfy(path -> assertThat(path.name()).hasSizeLessThan(100));
        assertThat(problems(document)).extracting(Finding::rule).containsExactly("node-name");
    }

    @Test
    void a_long_name_of_a_graph_must_not_stand_whole_in_the_queue_of_each_node() {
        GraphDocument document = migrate(
                        Declarations.Form.GRAPH,
                        "g".repeat(8000),
                        "{\"name\":\"g\",\"version\":1,\"nodes\":{\"a\":{" + COST + "}},\"consume\":[\"a\"]}")
                .document();
        assertThat(document.nodes().get("a").egress().orElseThrow().queue()).hasSize(1000);
        assertThat(problems(document)).extracting(Finding::rule).contains("graph-name", "queue-name");
    }

    /// Two megabytes of such lanes, written out, are twenty gigabytes.
    @Test
    void lanes_over_a_chain_of_long_names_must_be_measured_no_further_than_needed() {
        String chain = IntStream.range(0, 32)
                .mapToObj(i -> "{\"from\":\"%s\",\"to\":\"%s\"}".formatted(longName(i), longName(i + 1)))
                .collect(joining(","));
        String lanes = "{\"name\":\"x\",\"cap\":\"ceiling\"}" + ",{\"name\":\"x\",\"cap\":\"ceiling\"}".repeat(999);
        GraphDocument document = migrate(
                        Declarations.Form.GRAPH,
                        "g",
                        "{\"name\":\"g\",\"version\":1,\"nodes\":{\"" + longName(0) + "\":{\"entry\":true," + COST
                                + ",\"lanes\":[" + lanes + "]}},\"edges\":[" + chain + "]}")
                .document();
        assertThat(StoredForm.storedLength(document))
                .isBetween(StoredForm.MOST_MEASURED, StoredForm.MOST_MEASURED + 10_000);
    }

    private static String longName(int number) {
        return "n%04d".formatted(number) + "n".repeat(1000);
    }

    private static DynamicTest note(String rule, String bare, String from, String to) {
        return DynamicTest.dynamicTest(rule + " " + to, () -> {
            assertThat(details(migrate(Declarations.Form.GRAPH, "g", bare), rule))
                    .isEmpty();
            assertThat(bare).contains(from);
            assertThat(details(migrate(Declarations.Form.GRAPH, "g", bare.replace(from, to)), rule))
                    .isNotEmpty();
        });
    }

    private static DynamicTest always(String rule, String bare) {
        return DynamicTest.dynamicTest(
                rule,
                () -> assertThat(details(migrate(Declarations.Form.GRAPH, "g", bare), rule))
                        .hasSize(1));
    }

    private static GraphDocument target(String budgets, String rest) {
        return migrate(
                        Declarations.Form.TARGET,
                        "t",
                        "{\"name\":\"t\",\"version\":1," + budgets + "," + COST + rest + "}")
                .document();
    }

    private static Declarations.Migrated migrate(Declarations.Form form, String name, String body) {
        return (Declarations.Migrated) Declarations.read(Vectors.json(body), form, "acme", name);
    }

    private static List<String> details(Declarations.Migrated migrated, String rule) {
        return migrated.notes().stream()
                .filter(note -> note.rule().equals(rule))
                .map(Finding::detail)
                .toList();
    }

    private static boolean accepted(GraphDocument document) {
        assertThat(problems(document)).isEmpty();
        return true;
    }

    private static List<Finding> problems(GraphDocument document) {
        assertThat(StoredForm.bytes(document)).isNotEmpty();
        return Validation.check(document, CompileOptions.defaults(), Facts.NONE) instanceof Validation.Refused refused
                ? refused.problems()
                : List.of();
    }
}
