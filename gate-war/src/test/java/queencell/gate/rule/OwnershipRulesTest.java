package queencell.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.gate.rule.Mistakes.fine;
import static queencell.gate.rule.Mistakes.found;
import static queencell.gate.rule.Mistakes.told;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.document.Finding;

/// What a document may feed, and what it is told of the graphs beside it.
class OwnershipRulesTest {

    private static final String EGRESS = "/nodes/vendor/egress";

    /// Two paths read `b`'s interior queue; a third puts its items there through an egress.
    private static final String INTO_A_MEETING_POINT = """
            {"application": "acme", "graph": "mail", "version": 1, "nodes": {
              "a1": {"ingress": true, "budgets": [{"count": 100, "timeMs": 1000}]},
              "a2": {"ingress": true, "budgets": [{"count": 100, "timeMs": 1000}]},
              "b": {"budgets": [{"count": 100, "timeMs": 1000}], "egress": "acme.out"},
              "c": {"ingress": true, "budgets": [{"count": 100, "timeMs": 1000}], "egress": "gate.acme.mail.b.in"}},
             "paths": [{"name": "p1", "nodes": ["a1", "b"]}, {"name": "p2", "nodes": ["a2", "b"]},
                       {"name": "q", "nodes": ["c"]}]}""";

    @Test
    void items_that_an_egress_puts_where_paths_meet_must_not_vanish() {
        assertThat(found("egress-bypass", "", INTO_A_MEETING_POINT, Facts.NONE))
                .containsExactly(new Finding(
                        "egress-bypass",
                        "/nodes/c/egress",
                        "node `c`: egress `gate.acme.mail.b.in` is the interior queue of node `b` of graph `acme/mail`."
                                + " What is put there skips the budgets before that node, and where several paths read"
                                + " the queue, each takes it for another's and settles it without passing it on: it is"
                                + " charged and lost. Let a path go on to the node, or name another queue."));
    }

    @TestFactory
    Stream<DynamicTest> only_an_interior_queue_is_closed_to_an_egress() {
        return Stream.of(
                told(
                        "of another graph",
                        "egress-bypass",
                        EGRESS,
                        "\"gate.acme.other.vendor.in\"",
                        EGRESS,
                        "node `vendor`: egress `gate.acme.other.vendor.in` is the interior queue of node `vendor` of graph"
                                + " `acme/other`. What is put there skips the budgets before that node, and where several"
                                + " paths read the queue, each takes it for another's and settles it without passing it on: it"
                                + " is charged and lost. Name an ingress queue of that graph, or a queue of your own that it"
                                + " reads by `\"ingress\": {\"queue\": …}`."),
                fine("ingress queue of another graph", "egress-bypass", EGRESS, "\"gate.acme.other.vendor.ingress\""),
                fine("consumers of a v1 lane `in`", "egress-bypass", EGRESS, "\"gate.acme.mail.admitted.in\""),
                fine("no queue of Gate", "egress-bypass", EGRESS, "\"gate.acme.other.in\""));
    }

    @Test
    void graphs_can_be_chained_by_the_ingress_queue_of_the_next() {
        var next = new Facts(
                Map.of(),
                List.of(new Facts.IngressOwner("gate.acme.other.door.ingress", "acme/other", "door")),
                List.of(),
                List.of());
        assertThat(Mistakes.all(EGRESS, "\"gate.acme.other.door.ingress\"", next))
                .isEmpty();
    }
}
