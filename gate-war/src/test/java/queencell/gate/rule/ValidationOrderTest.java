package queencell.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import queencell.gate.document.Finding;

/// In which order problems are told, and what nothing can be checked after (document, 9.1).
class ValidationOrderTest {

    private static List<String> rules(String document) {
        return Mistakes.all("", document, Facts.NONE).stream()
                .map(Finding::rule)
                .toList();
    }

    @Test
    void problems_come_in_the_order_of_the_specification() {
        assertThat(rules("""
                {"application": "Acme Corp", "graph": "mail.eu", "version": 1, "maxAttempts": 0,
                 "counters": {"windowSeconds": 7}, "watch": {"durationSeconds": 1}, "nodes": {
                  "a": {"ingress": {"queue": "acme.in"}, "egress": "acme.in", "cost": 1.5, "batch": 0,
                        "concurrency": 5000, "budgets": [{"count": 0, "timeMs": 10}]},
                  "b": {"ingress": {"queue": "acme.in"}, "egress": "gate.acme.other.n.in", "cost": 0,
                        "budgets": [{"count": 9, "timeMs": 1000}]},
                  "lost": {"budgets": [{"count": 9, "timeMs": 1000}]}},
                 "paths": [{"name": "p", "share": 7, "nodes": ["a"]},
                           {"name": "p", "nodes": ["b", "nobody"]}]}"""))
                .containsExactly(
                        "application",
                        "graph-name",
                        "path-name",
                        "path-node",
                        "node-orphan",
                        "watch-duration",
                        "counters-window",
                        "graph-workers",
                        "max-attempts-range",
                        "cost-integer",
                        "batch-range",
                        "budget-count",
                        "budget-window",
                        "cost-integer",
                        "share-range",
                        "ingress-owner",
                        "queue-cycle",
                        "egress-bypass");
    }

    @Test
    void what_has_no_node_is_told_its_names_and_nothing_else() {
        assertThat(rules("""
                {"application": "Acme Corp", "graph": "mail", "version": 1, "maxAttempts": 0, "nodes": {},
                 "paths": [{"name": "-", "share": 7, "nodes": ["nobody"]}]}""")).containsExactly("application", "path-name", "nodes");
    }

    @Test
    void what_has_no_path_is_told_its_names_and_nothing_else() {
        assertThat(rules("""
                {"application": "acme", "graph": "mail", "version": 1, "maxAttempts": 0, "paths": [], "nodes": {
                  "A": {"cost": 1.5, "budgets": []}}}""")).containsExactly("node-name", "paths");
    }

    @Test
    void what_is_too_big_to_be_stored_is_told_that_and_its_names_and_nothing_else() {
        assertThat(rules("{\"application\": \"" + "A".repeat(70_000)
                        + "\", \"graph\": \"mail\", \"version\": 1, \"nodes\": {}, \"paths\": []}"))
                .containsExactly("document-size", "application");
    }
}
