package queencell.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import queencell.gate.Vectors;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.plan.CompileOptions;
import queencell.gate.plan.GraphCompiler;

/// What a document may cost that is refused, however it is made.
class BoundedValidationTest {

    private static final String BUDGET = "{\"count\":100,\"timeMs\":1000}";

    private static List<Finding> refused(GraphDocument document) {
        return ((Validation.Refused) Validation.check(document, CompileOptions.defaults(), Facts.NONE)).problems();
    }

    @Test
    void a_rule_must_not_be_silent_behind_a_flood_of_another() {
        GraphDocument document = Vectors.document("""
                {"application":"acme","graph":"g","version":1,"nodes":{"a":{"ingress":true,"egress":"out","budgets":
                 [%s,{"count":1,"timeMs":1000,"whenOp":[""%s]}]}},"paths":[{"name":"p","nodes":["a"],"share":7}]}""".formatted(BUDGET, ",\"\"".repeat(8_199)));
        assertThat(refused(document))
                .hasSize(502)
                .extracting(Finding::rule)
                .containsOnly("whenop-pattern", "share-range");
        assertThat(refused(document).getLast().detail()).contains("And 7700 more");
    }

    /// Compiled, 64 KB of this are 420 MB.
    @Test
    void a_name_that_each_stage_would_carry_must_not_be_compiled() {
        assertThat(refused(hops("p".repeat(30_000), "a")))
                .extracting(Finding::rule)
                .containsExactly("path-name");
        assertThat(refused(hops("p", "a".repeat(256))))
                .extracting(Finding::rule)
                .containsExactly("node-name");
        assertThat(refused(hops("p", "a").named("acme", "g".repeat(256))))
                .extracting(Finding::rule)
                .containsExactly("graph-name", "node-name");
        // short enough to be compiled, and everything else is told with it
        assertThat(refused(hops("p".repeat(255), "a")))
                .extracting(Finding::rule)
                .contains("path-name", "acyclic");
    }

    private static GraphDocument hops(String path, String node) {
        return Vectors.document("""
                {"application":"acme","graph":"g","version":1,"nodes":{"%1$s":{"ingress":true,"egress":"out","budgets":[%2$s]}},
                 "paths":[{"name":"%3$s","nodes":["%1$s","%1$s"]}]}""".formatted(node, BUDGET, path));
    }

    @Test
    void a_document_that_is_too_big_must_still_be_judged_by_what_stops_a_stored_one() {
        GraphDocument document = Vectors.document("""
                {"application":"acme","graph":"g","version":1,"nodes":{"a":{"ingress":true,"egress":"out","concurrency":5000,
                 "cost":200,"budgets":[{"count":100,"timeMs":1000,"source":"%s"}]}},"paths":[{"name":"P","nodes":["a"]}]}""".formatted("x".repeat(66_000)));
        assertThat(Validation.problems(document, GraphCompiler.compile(document), Facts.NONE))
                .extracting(Finding::rule)
                .containsExactly("document-size", "path-name", "graph-workers");
        assertThat(refused(document)).extracting(Finding::rule).containsExactly("document-size", "path-name");
    }
}
