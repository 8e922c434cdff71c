package queencell.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;
import queencell.gate.plan.CompileOptions;

class RuleTableTest {

    @Test
    void a_public_rule_name_must_not_be_lost_or_moved() {
        assertThat(RuleTable.REFUSALS)
                .extracting(Rule::name)
                .containsExactly(
                        "document-size",
                        "application",
                        "graph-name",
                        "node-name",
                        "path-name",
                        "queue-name",
                        "nodes",
                        "paths",
                        "path-length",
                        "fanout-branch",
                        "fanout-terminal",
                        "path-node",
                        "path-entry",
                        "path-terminal",
                        "acyclic",
                        "node-orphan",
                        "watch-duration",
                        "watch-start",
                        "counters-window",
                        "graph-workers",
                        "max-attempts-range",
                        "cost-integer",
                        "cost-max",
                        "cost-path",
                        "batch-range",
                        "node-budget",
                        "node-unscoped-budget",
                        "breaker-width",
                        "budget-unique",
                        "budget-count",
                        "budget-window",
                        "subwindow-range",
                        "subwindow-fits",
                        "cost-fits",
                        "scope-path",
                        "whenop-empty",
                        "whenop-pattern",
                        "budget-key",
                        "provenance",
                        "shared-conflict",
                        "share-range",
                        "share-top",
                        "share-order",
                        "share-rounds-out",
                        "ingress-owner",
                        "queue-cycle",
                        "egress-bypass");
        assertThat(RuleTable.WARNINGS)
                .extracting(Rule::name)
                .containsExactly(
                        "window-sub-second",
                        "subwindow-rounding",
                        "window-boundary",
                        "window-head-of-line",
                        "fanout-multiplies",
                        "single-partition",
                        "ingress-queue",
                        "ingress-retention",
                        "egress-owner",
                        "ingress-unread",
                        "shared-elsewhere");
    }

    @Test
    void only_broken_names_and_empty_graphs_and_too_many_workers_stop_a_stored_document() {
        assertThat(RuleTable.REFUSALS.stream().filter(Rule::stopsStored).map(Rule::name))
                .containsExactlyInAnyOrder(
                        "nodes", "paths", "application", "graph-name", "node-name", "path-name", "graph-workers");
        assertThat(RuleTable.stopsStored(new Finding("cost-fits", "", ""))).isFalse();
        assertThat(RuleTable.stopsStored(new Finding("paths", "", ""))).isTrue();
        assertThat(RuleTable.stopsStored(new Finding("added-by-a-later-version", "", "")))
                .isFalse();
    }

    @TestFactory
    Stream<DynamicTest> the_failing_example_raises_its_rule() {
        return all().map(rule -> DynamicTest.dynamicTest(rule.name(), () -> {
            List<Finding> found = findings(
                    rule, rule.example().failingDocument(), rule.example().failsBecause());
            assertThat(found).extracting(Finding::rule).contains(rule.name());
        }));
    }

    @TestFactory
    Stream<DynamicTest> the_passing_example_is_accepted_without_its_rule() {
        return all().map(rule -> DynamicTest.dynamicTest(rule.name(), () -> {
            GraphDocument document = read(rule.example().passingDocument());
            var verdict = Validation.check(
                    document, CompileOptions.defaults(), rule.example().passesBecause());
            assertThat(verdict).isInstanceOf(Validation.Accepted.class);
            assertThat(((Validation.Accepted) verdict).warnings())
                    .extracting(Finding::rule)
                    .doesNotContain(rule.name());
        }));
    }

    @TestFactory
    Stream<DynamicTest> a_warning_never_refuses() {
        return RuleTable.WARNINGS.stream()
                .map(rule -> DynamicTest.dynamicTest(rule.name(), () -> {
                    GraphDocument document = read(rule.example().failingDocument());
                    assertThat(Validation.check(
                                    document,
                                    CompileOptions.defaults(),
                                    rule.example().failsBecause()))
                            .isInstanceOf(Validation.Accepted.class);
                }));
    }

    private static Stream<Rule> all() {
        return Stream.concat(RuleTable.REFUSALS.stream(), RuleTable.WARNINGS.stream());
    }

    private static List<Finding> findings(Rule rule, Json json, Facts facts) {
        return switch (Validation.check(read(json), CompileOptions.defaults(), facts)) {
            case Validation.Refused refused -> refused.problems();
            case Validation.Accepted accepted -> accepted.warnings();
        };
    }

    private static GraphDocument read(Json json) {
        return switch (DocumentReader.read(json)) {
            case DocumentReader.Read read -> read.document();
            case DocumentReader.Refused refused -> throw new AssertionError(refused.problems());
        };
    }
}
