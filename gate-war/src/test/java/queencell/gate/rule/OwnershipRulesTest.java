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

    @Test
    void a_queue_that_another_graph_reads_by_two_paths_is_told_once() {
        var reader = new Facts.IngressOwner("acme.in", "acme/other", "entry");
        var facts = new Facts(Map.of(), List.of(reader, reader), List.of(), List.of());
        assertThat(found("ingress-owner", "/nodes/door/ingress", "{\"queue\": \"acme.in\"}", facts))
                .containsExactly(new Finding(
                        "ingress-owner",
                        "/nodes/door/ingress",
                        "queue `acme.in` of node `door` is already the source of node `entry` of graph `acme/other`, so"
                                + " both would receive and forward every message. Give them distinct queues."));
    }

    @Test
    void a_shared_counter_is_told_once_for_each_graph_and_its_numbers() {
        String budgets = """
                [{"id": "one", "count": 100, "timeMs": 1000, "sharedKey": "ip"},
                 {"id": "two", "count": 100, "timeMs": 1000, "sharedKey": "ip", "scopeBy": "payload.account"}]""";
        var facts = new Facts(
                Map.of(),
                List.of(),
                List.of(),
                List.of(
                        new Facts.SharedBudget("ip", "acme/other", 200, 1000, 1),
                        new Facts.SharedBudget("ip", "acme/other", 200, 1000, 1),
                        new Facts.SharedBudget("ip", "acme/other", 100, 1000, 1),
                        new Facts.SharedBudget("ip", "acme/third", 200, 1000, 1)));
        assertThat(found("shared-elsewhere", "/nodes/vendor/budgets", budgets, facts))
                .containsExactly(
                        new Finding("shared-elsewhere", "/nodes/vendor/budgets/0/sharedKey", disagreeing("acme/other")),
                        new Finding(
                                "shared-elsewhere", "/nodes/vendor/budgets/0/sharedKey", disagreeing("acme/third")));
    }

    private static String disagreeing(String graph) {
        return "budget `one` of node `vendor` shares counter `ip` with graph `%s`, and they disagree: 100 per 1000 ms in 1"
                        .formatted(graph)
                + " sub-windows here, 200 per 1000 ms in 1 there. Whichever charges first sets the window; make them agree,"
                + " or use two keys.";
    }

    @Test
    void a_queue_that_many_graphs_feed_must_not_name_them_all_at_each_node() {
        var feeders = Stream.iterate(10, n -> n + 1)
                .limit(21)
                .map(n -> new Facts.EgressOwner("acme.mail.out", "acme/g" + n))
                .toList();
        var facts = new Facts(Map.of(), List.of(), feeders, List.of());
        assertThat(found("egress-owner", EGRESS, "\"acme.mail.out\"", facts))
                .singleElement()
                .extracting(Finding::detail)
                .asString()
                .contains("is fed by graph `acme/g10`, ")
                .contains("`acme/g29` and 1 more too,");
    }
}
