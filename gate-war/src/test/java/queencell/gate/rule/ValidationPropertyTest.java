package queencell.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import queencell.gate.GeneratedGraphs;
import queencell.gate.Vectors;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;
import queencell.gate.document.JsonWriter;
import queencell.gate.document.Pointers;
import queencell.gate.document.StoredForm;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.CompileOptions;
import queencell.gate.plan.Explanation;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.Plan;
import queencell.gate.plan.PlanDiff;
import queencell.gate.plan.PlanJson;

class ValidationPropertyTest {

    @Property(tries = 800)
    void a_document_compiles_or_is_refused_and_never_throws(@ForAll("anyDocument") String text) {
        GraphDocument document = Vectors.document(text);
        Json body = Vectors.json(text);
        Plan plan = GraphCompiler.compile(document);
        assertThat(Explanation.text(plan)).isNotBlank();
        for (Finding problem : Validation.problems(document, plan, Facts.NONE)) {
            assertThat(RuleTable.REFUSALS).extracting(Rule::name).contains(problem.rule());
            assertThat(problem.detail()).isNotBlank().endsWith(".");
            assertThat(Pointers.placeExists(body, problem.path()))
                    .as("%s", problem)
                    .isTrue();
        }
        for (Finding warning : Validation.warnings(document, Facts.NONE)) {
            assertThat(RuleTable.WARNINGS).extracting(Rule::name).contains(warning.rule());
            assertThat(Pointers.placeExists(body, warning.path()))
                    .as("%s", warning)
                    .isTrue();
        }
    }

    @Property(tries = 500)
    void the_stored_form_gives_the_same_plan_and_the_same_verdict(@ForAll("anyDocument") String text) {
        GraphDocument document = Vectors.document(text);
        GraphDocument stored = Vectors.document(JsonWriter.text(StoredForm.json(document)));
        Plan plan = GraphCompiler.compile(document);
        Plan again = GraphCompiler.compile(stored);
        assertThat(JsonWriter.bytes(PlanJson.of(again))).isEqualTo(JsonWriter.bytes(PlanJson.of(plan)));
        assertThat(PlanDiff.between(plan, again).changes()).isEmpty();
        assertThat(Validation.problems(stored, again, Facts.NONE))
                .isEqualTo(Validation.problems(document, plan, Facts.NONE));
    }

    @Property(tries = 500)
    void a_path_of_an_accepted_document_can_always_pay_for_its_dearest_item(@ForAll("sound") String text) {
        GraphDocument document = Vectors.document(text);
        var verdict = Validation.check(document, CompileOptions.defaults(), Facts.NONE);
        Statistics.collect(verdict instanceof Validation.Accepted ? "accepted" : "refused");
        if (verdict instanceof Validation.Accepted(Plan plan, var warnings)) {
            for (NodePlan node : plan.nodes()) {
                for (BudgetPlan budget : node.budgets()) {
                    assertThat(budget.ceilings().values())
                            .allSatisfy(ceiling -> assertThat(ceiling)
                                    .isGreaterThanOrEqualTo(node.cost().max())
                                    .isLessThanOrEqualTo(budget.window().count()));
                }
            }
        }
    }

    @Property(tries = 300)
    void a_difference_of_two_plans_is_never_silent(
            @ForAll("anyDocument") String one, @ForAll("anyDocument") String other) {
        Plan before = GraphCompiler.compile(Vectors.document(one));
        Plan after = GraphCompiler.compile(Vectors.document(other));
        PlanDiff diff = PlanDiff.between(before, after);
        if (!PlanJson.of(before).equals(PlanJson.of(after))) {
            assertThat(diff.changes()).isNotEmpty();
        }
        assertThat(diff.needsBump())
                .isEqualTo(
                        diff.changes().stream().anyMatch(change -> change.bump().isPresent()));
        assertThat(PlanDiff.between(after, after).changes()).isEmpty();
    }

    @Provide
    Arbitrary<String> anyDocument() {
        return Arbitraries.oneOf(GeneratedGraphs.wellFormed(), GeneratedGraphs.sound());
    }

    @Provide
    Arbitrary<String> sound() {
        return GeneratedGraphs.sound();
    }
}
