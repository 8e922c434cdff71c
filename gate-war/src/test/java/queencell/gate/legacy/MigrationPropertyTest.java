package queencell.gate.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import queencell.gate.Vectors;
import queencell.gate.document.Finding;
import queencell.gate.document.Json;
import queencell.gate.document.Pointers;
import queencell.gate.document.StoredForm;
import queencell.gate.plan.CompileOptions;
import queencell.gate.rule.Facts;
import queencell.gate.rule.Rule;
import queencell.gate.rule.RuleTable;
import queencell.gate.rule.Validation;

class MigrationPropertyTest {

    private static final Set<String> NOTES =
            Stream.of(MigrationNote.values()).map(MigrationNote::rule).collect(Collectors.toSet());

    @Property(tries = 800)
    void a_v1_body_is_mapped_and_judged_by_ordinary_rules_only(@ForAll("bodies") String text) {
        Json body = Vectors.json(text);
        Declarations.Form form = text.contains("\"nodes\"") ? Declarations.Form.GRAPH : Declarations.Form.TARGET;
        var outcome = Declarations.read(body, form, "acme", "mail");
        assertThat(outcome).isInstanceOf(Declarations.Migrated.class);
        var migrated = (Declarations.Migrated) outcome;
        assertThat(migrated.notes()).isNotEmpty();
        for (Finding note : migrated.notes()) {
            assertThat(NOTES).contains(note.rule());
            assertThat(Pointers.placeExists(body, note.path())).as("%s", note).isTrue();
        }
        // what is stored is v2
        assertThat(Vectors.document(
                        new String(StoredForm.bytes(migrated.document()), java.nio.charset.StandardCharsets.UTF_8)))
                .isEqualTo(migrated.document());
        if (Validation.check(migrated.document(), CompileOptions.defaults(), Facts.NONE)
                instanceof Validation.Refused(List<Finding> problems)) {
            assertThat(RuleTable.REFUSALS)
                    .extracting(Rule::name)
                    .containsAll(problems.stream().map(Finding::rule).toList());
            assertThat(problems)
                    .extracting(Finding::rule)
                    .doesNotContain(
                            "whenop-pattern",
                            "whenop-empty",
                            "max-attempts-range",
                            "batch-range",
                            "cost-integer",
                            "cost-max",
                            "node-budget",
                            "node-unscoped-budget",
                            "share-range",
                            "budget-count");
        }
    }

    @Provide
    Arbitrary<String> bodies() {
        Arbitrary<String> node = Combinators.combine(budget().list().ofMaxSize(3), cost(), lanes(), rest())
                .as((budgets, cost, lanes, rest) ->
                        "\"budgets\":" + budgets + ",\"cost\":" + cost + ",\"lanes\":" + lanes + rest);
        Arbitrary<String> target = node.map(body -> "{\"name\":\"mail\",\"version\":1," + body + "}");
        Arbitrary<String> edges = Combinators.combine(
                        Arbitraries.of("a", "b", "c", "x"),
                        Arbitraries.of("a", "b", "c", "x"),
                        Arbitraries.integers().between(0, 3))
                .as((from, to, priority) ->
                        "{\"from\":\"" + from + "\",\"to\":\"" + to + "\",\"priority\":" + priority + "}")
                .list()
                .ofMaxSize(5)
                .map(Object::toString);
        Arbitrary<String> breach = Arbitraries.of(
                "[]",
                "[{\"when\":{\"status\":429},\"retryTo\":\"x\",\"maxAttempts\":99}]",
                "[{\"when\":{},\"retryTo\":\"origin-entry\",\"maxAttempts\":-1}]");
        Arbitrary<String> graph = Combinators.combine(node, node, node, edges, breach)
                .as((a, b, c, e, r) -> "{\"name\":\"mail\",\"version\":1,\"nodes\":{\"a\":{\"entry\":true," + a
                        + "},\"b\":{\"entry\":true," + b + "},\"c\":{" + c + "}},\"edges\":" + e
                        + ",\"consume\":[\"c\",\"a\"],\"breach\":" + r + "}");
        return Arbitraries.oneOf(target, graph);
    }

    private static Arbitrary<String> budget() {
        return Combinators.combine(
                        Arbitraries.of("1", "0", "-3.5", "20.9", "600", "1e300", "5e-324"),
                        Arbitraries.of("1", "60", "0", "-9", "604800", "9223372036854775807"),
                        Arbitraries.of("rolling", "calendar"),
                        Arbitraries.of(
                                "",
                                ",\"scope\":[\"entity\",\"tenant\"]",
                                ",\"match\":{\"op\":[\"a.b*\",\"\"]}",
                                ",\"match\":{}",
                                ",\"store\":\"kv\",\"maxKeys\":5"))
                .as((cap, period, alignment, rest) -> "{\"id\":\"b\",\"cap\":" + cap + ",\"periodSeconds\":" + period
                        + ",\"alignment\":\"" + alignment + "\",\"confidence\":\"assumed\"" + rest + "}");
    }

    private static Arbitrary<String> cost() {
        Arbitrary<String> number = Arbitraries.of("1", "0.5", "-7", "1e300", "0", "3");
        return Combinators.combine(number, number)
                .as((byDefault, max) -> "{\"field\":\"w\",\"default\":" + byDefault + ",\"max\":" + max + "}");
    }

    private static Arbitrary<String> lanes() {
        return Combinators.combine(
                        Arbitraries.of("in", "out", "a", "b"),
                        Arbitraries.of(
                                "ceiling",
                                "ceiling-minus-measured",
                                "absolute:2.5",
                                "absolute:-1e9",
                                "share:0.4",
                                "share:99"),
                        Arbitraries.of("0", "0.4", "-2", "7"))
                .as((name, cap, floor) -> "{\"name\":\"" + name + "\",\"cap\":\"" + cap + "\",\"floor\":" + floor
                        + ",\"concurrency\":-3}")
                .list()
                .ofMaxSize(3)
                .map(Object::toString);
    }

    private static Arbitrary<String> rest() {
        return Arbitraries.of(
                "",
                ",\"pacing\":{\"leaseSeconds\":5,\"batch\":-2500}",
                ",\"pacing\":{},\"admitted\":{}",
                ",\"admitted\":{\"partitionBy\":\"none\",\"partitions\":0}",
                ",\"shardBy\":null,\"egress\":null",
                ",\"egress\":\"x\"");
    }
}
