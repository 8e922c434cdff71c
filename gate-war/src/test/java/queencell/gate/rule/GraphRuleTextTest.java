package queencell.gate.rule;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static queencell.gate.rule.Mistakes.fine;
import static queencell.gate.rule.Mistakes.found;
import static queencell.gate.rule.Mistakes.told;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.document.Finding;

/// What a caller reads about nodes, paths and shares, and the last value on each side of a bound.
class GraphRuleTextTest {

    private static final String HOPS = "/paths/0/nodes";

    @TestFactory
    Stream<DynamicTest> a_path_that_leads_nowhere_is_told_with_its_hop() {
        return Stream.of(
                told(
                        "no element",
                        "path-length",
                        HOPS,
                        "[]",
                        HOPS,
                        "path `main` has no element, so it has neither an entry nor an exit. Name its hops."),
                told(
                        "one branch",
                        "fanout-branch",
                        HOPS,
                        "[\"door\", [\"vendor\"]]",
                        HOPS + "/1",
                        "path `main`, hop 1: a fan-out of 1 is none. Name at least two distinct nodes, or one node without the"
                                + " brackets."),
                told(
                        "one node twice",
                        "fanout-branch",
                        HOPS,
                        "[\"door\", [\"vendor\", \"vendor\"]]",
                        HOPS + "/1/1",
                        "path `main`, hop 1: node `vendor` is named twice, so both copies would carry one id into one queue and"
                                + " one of them be dropped as a duplicate. Name at least two distinct nodes."),
                told(
                        "not the last",
                        "fanout-terminal",
                        HOPS,
                        "[[\"door\", \"vendor\"], \"vendor\"]",
                        HOPS + "/0",
                        "path `main`, hop 0: the branches `door`, `vendor` go on independently and are not joined again, so a"
                                + " fan-out is the last element. Give each branch a path of its own."),
                fine("the last", "fanout-terminal", HOPS, "[\"door\", [\"vendor\", \"door\"]]"),
                fine("of one, which is another rule's", "fanout-terminal", HOPS, "[[\"door\"], \"vendor\"]"),
                told(
                        "undeclared",
                        "path-node",
                        HOPS,
                        "[\"door\", \"vendr\"]",
                        HOPS + "/1",
                        "path `main` names node `vendr`, which is not declared, so the hop cannot be compiled. Declare it or"
                                + " correct the name; declared are `door`, `vendor`."),
                told(
                        "undeclared branch",
                        "path-node",
                        HOPS,
                        "[\"door\", [\"vendor\", \"vendr\"]]",
                        HOPS + "/1/1",
                        "path `main` names node `vendr`, which is not declared, so the hop cannot be compiled. Declare it or"
                                + " correct the name; declared are `door`, `vendor`."),
                told(
                        "no way in",
                        "path-entry",
                        "/nodes/door/ingress",
                        "false",
                        "/nodes/door/ingress",
                        "path `main` starts at node `door`, which has no ingress, so there is no queue to read the first hop"
                                + " from. Give the node an ingress (`\"ingress\": true`), or start the path elsewhere."),
                told(
                        "no way out",
                        "path-terminal",
                        HOPS,
                        "[\"door\"]",
                        "/nodes/door/egress",
                        "path `main` ends at node `door`, which has no egress, so admitted items would have no queue to go to."
                                + " Name the queue your workers pop, e.g. `\"egress\": \"acme.mail.out\"`."),
                told(
                        "in a circle",
                        "acyclic",
                        HOPS,
                        "[\"door\", \"vendor\", \"door\"]",
                        HOPS + "/2",
                        "the paths lead in a circle: `door` -> `vendor` -> `door`. A route that returns to a node spends its"
                                + " budgets again on each lap. Break the loop, or declare the way back as a graph of its own."),
                told(
                        "on the spot",
                        "acyclic",
                        HOPS,
                        "[\"door\", \"vendor\", \"vendor\"]",
                        HOPS + "/1",
                        "the paths lead in a circle: `vendor` -> `vendor`. A route that returns to a node spends its budgets"
                                + " again on each lap. Break the loop, or declare the way back as a graph of its own."),
                told(
                        "in no path",
                        "node-orphan",
                        HOPS,
                        "[\"door\"]",
                        "/nodes/vendor",
                        "node `vendor` is in no path, so no message can ever reach it. Use it in a path or remove it."));
    }

    @Test
    void a_long_list_of_declared_nodes_is_cut_and_counted() {
        for (int count : new int[] {20, 21}) {
            String nodes = IntStream.range(0, count)
                    .mapToObj(
                            "\"n%02d\": {\"ingress\": true, \"budgets\": [{\"count\": 9, \"timeMs\": 1000}], \"egress\": \"o\"}"
                                    ::formatted)
                    .collect(joining(", ", "{", "}"));
            String told = IntStream.range(0, 20).mapToObj("`n%02d`"::formatted).collect(joining(", "));
            assertThat(found("path-node", "/nodes", nodes, Facts.NONE))
                    .extracting(Finding::detail)
                    .first()
                    .asString()
                    .endsWith("declared are " + told + (count > 20 ? " and 1 more." : "."));
        }
    }

    @TestFactory
    Stream<DynamicTest> a_node_that_cannot_be_paced_is_told_with_its_numbers() {
        return Stream.of(
                told(
                        "fraction",
                        "cost-integer",
                        "/nodes/vendor/cost",
                        "1.5",
                        "/nodes/vendor/cost",
                        "node `vendor`: `cost` is 1.5, and a counter holds whole units of at least 1. Use a smaller unit: count"
                                + " tenths, and multiply the budgets by ten."),
                told(
                        "default of nothing",
                        "cost-integer",
                        "/nodes/vendor/cost",
                        "{\"path\": \"payload.w\", \"default\": 0}",
                        "/nodes/vendor/cost/default",
                        "node `vendor`: `cost.default` is 0, and a counter holds whole units of at least 1. Use a smaller unit:"
                                + " count tenths, and multiply the budgets by ten."),
                told(
                        "fraction at most",
                        "cost-integer",
                        "/nodes/vendor/cost",
                        "{\"path\": \"payload.w\", \"max\": 2.5}",
                        "/nodes/vendor/cost/max",
                        "node `vendor`: `cost.max` is 2.5, and a counter holds whole units of at least 1. Use a smaller unit:"
                                + " count tenths, and multiply the budgets by ten."),
                fine("one", "cost-integer", "/nodes/vendor/cost", "1"),
                told(
                        "below the default",
                        "cost-max",
                        "/nodes/vendor/cost",
                        "{\"path\": \"payload.w\", \"default\": 4, \"max\": 3}",
                        "/nodes/vendor/cost/max",
                        "node `vendor`: `cost.max` is 3 and `cost.default` is 4, so even an item that states no cost would be"
                                + " refused. Raise `max` to at least 4, or lower `default`."),
                fine(
                        "the default",
                        "cost-max",
                        "/nodes/vendor/cost",
                        "{\"path\": \"payload.w\", \"default\": 4, \"max\": 4}"),
                told(
                        "reserved",
                        "cost-path",
                        "/nodes/vendor/cost",
                        "{\"path\": \"payload._gate.w\"}",
                        "/nodes/vendor/cost/path",
                        "node `vendor`: `cost.path` is `payload._gate.w`, where no cost would ever be found, so every item would"
                                + " cost the default. Write `payload.field`, with a dot before each key; `payload._gate` is"
                                + " reserved."),
                told(
                        "too many",
                        "batch-range",
                        "/nodes/vendor/batch",
                        "1001",
                        "/nodes/vendor/batch",
                        "node `vendor`: `batch` is 1001, 1 to 1000 is allowed, because a claim may touch one counter per"
                                + " message, and a silent clamp would go unnoticed. Choose 1 to 1000."),
                told(
                        "none",
                        "batch-range",
                        "/nodes/vendor/batch",
                        "0",
                        "/nodes/vendor/batch",
                        "node `vendor`: `batch` is 0, 1 to 1000 is allowed, because a claim may touch one counter per message,"
                                + " and a silent clamp would go unnoticed. Choose 1 to 1000."),
                fine("least", "batch-range", "/nodes/vendor/batch", "1"),
                fine("most", "batch-range", "/nodes/vendor/batch", "1000"),
                told(
                        "no budget",
                        "node-budget",
                        "/nodes/vendor/budgets",
                        "[]",
                        "/nodes/vendor/budgets",
                        "node `vendor` has no budget, so everything passes through unlimited. Add a limit, e.g. `{\"count\":"
                                + " 100, \"timeMs\": 1000}`."),
                fine("no budget, which is another rule's", "node-unscoped-budget", "/nodes/vendor/budgets", "[]"),
                told(
                        "only scoped",
                        "node-unscoped-budget",
                        "/nodes/vendor/budgets",
                        "[{\"count\": 9, \"timeMs\": 1000, \"scopeBy\": \"payload.a\"}]",
                        "/nodes/vendor/budgets",
                        "node `vendor`: each of its 1 budgets has `scopeBy` or `whenOp`, so the ETA has no rate that every item"
                                + " meets and the breaker no counter that stops every item. Add one budget without both."),
                told(
                        "most workers",
                        "graph-workers",
                        "/nodes/door/concurrency",
                        "4096",
                        "/nodes",
                        "4097 workers in 2 stages, and at most 4096 are allowed: each is a task and a long poll before anything"
                                + " runs, and so many exhaust the replica. Lower `concurrency` of the nodes or"
                                + " GATE_STAGE_CONCURRENCY, or split the graph."),
                fine("as many as may be", "graph-workers", "/nodes/door/concurrency", "4095"),
                told(
                        "none",
                        "max-attempts-range",
                        "/maxAttempts",
                        "0",
                        "/maxAttempts",
                        "`maxAttempts` is 0. With 0 every re-entry is refused, and without an upper bound an item can circulate"
                                + " endlessly. Choose 1 to 20."),
                told(
                        "too many",
                        "max-attempts-range",
                        "/maxAttempts",
                        "21",
                        "/maxAttempts",
                        "`maxAttempts` is 21. With 0 every re-entry is refused, and without an upper bound an item can circulate"
                                + " endlessly. Choose 1 to 20."),
                fine("most", "max-attempts-range", "/maxAttempts", "20"),
                fine("least", "max-attempts-range", "/maxAttempts", "1"),
                told(
                        "too short",
                        "watch-duration",
                        "/watch",
                        "{\"durationSeconds\": 119}",
                        "/watch/durationSeconds",
                        "`watch.durationSeconds` is 119. Less than 120 says nothing about a series of minutes, more than 2592000"
                                + " outlives the history that is kept; the end of a watch never starts enforcement. Choose 120 to"
                                + " 2592000."),
                fine("shortest", "watch-duration", "/watch", "{\"durationSeconds\": 120}"),
                fine("longest", "watch-duration", "/watch", "{\"durationSeconds\": 2592000}"),
                fine("at the epoch", "watch-start", "/watch", "{\"durationSeconds\": 120, \"startedAt\": 0}"));
    }

    @TestFactory
    Stream<DynamicTest> a_share_that_starves_a_path_is_told_with_both_paths() {
        return Stream.of(
                told(
                        "nothing",
                        "share-range",
                        "/paths/0/share",
                        "0",
                        "/paths/0/share",
                        "path `main`: `share` is 0. A share is a proportion of a node's counters; a rate belongs in a budget."
                                + " Choose a value above 0 and at most 1."),
                fine("all", "share-range", "/paths/0/share", "1"),
                told(
                        "nobody has all",
                        "share-top",
                        "/paths",
                        paths(path("a", 0, "0.4"), path("b", 0, "0.75"), path("c", 1, "1.0")),
                        "/paths/1/share",
                        "node `vendor`: no path of the top rank (priority 0) has share 1; the best is path `b` with 0.75. The"
                                + " top of the counters could be used by no path. Give one path of that rank share 1.0."),
                told(
                        "the less important has more",
                        "share-order",
                        "/paths",
                        paths(path("c", 2, "0.8"), path("a", 0, "1.0"), path("b", 1, "0.5")),
                        "/paths/0/share",
                        "node `vendor`: path `c` (priority 2) has share 0.8, and the more important path `b` (priority 1) only"
                                + " 0.5. The less important path would get the larger ceiling. Swap the shares or the"
                                + " priorities."),
                fine(
                        "equals may differ",
                        "share-order",
                        "/paths",
                        paths(path("a", 0, "1.0"), path("b", 1, "0.5"), path("c", 1, "0.9"))),
                told(
                        "nothing left after rounding",
                        "share-rounds-out",
                        "/paths",
                        paths(path("a", 0, "1.0"), path("b", 1, "0.004")),
                        "/paths/1/share",
                        "node `vendor`: path `b` with share 0.004 may use 0 of the 100 per window of budget `out`, but an item"
                                + " may cost 1. The path can get stuck on its most expensive legal item. Raise the share or the"
                                + " budget."),
                fine(
                        "half a unit is rounded up",
                        "share-rounds-out",
                        "/paths",
                        paths(path("a", 0, "1.0"), path("b", 1, "0.005"))));
    }

    @Test
    void a_path_that_cannot_pay_for_its_dearest_item_is_told_the_cost_it_can_pay() {
        String nodes = """
                {"vendor": {"ingress": true, "cost": 50, "egress": "o", "budgets": [{"id": "out", "count": 100, "timeMs": 1000}]}}""";
        String document = "{\"application\": \"acme\", \"graph\": \"mail\", \"version\": 1, \"nodes\": " + nodes
                + ", \"paths\": " + paths(path("a", 0, "1.0"), path("b", 1, "0.494"), path("c", 1, "0.496")) + "}";
        assertThat(found("share-rounds-out", "", document, Facts.NONE))
                .containsExactly(new Finding(
                        "share-rounds-out",
                        "/paths/1/share",
                        "node `vendor`: path `b` with share 0.494 may use 49 of the 100 per window of budget `out`, but"
                                + " an item may cost 50. The path can get stuck on its most expensive legal item. Raise"
                                + " the share or the budget, or lower the cost to at most 49."));
    }

    @TestFactory
    Stream<DynamicTest> a_name_that_the_broker_does_not_store_is_told_with_its_length() {
        String ingress = "/nodes/door/ingress";
        String egress = "/nodes/vendor/egress";
        String wide = "ü".repeat(127);
        return Stream.of(
                fine("longest ingress", "queue-name", ingress, queue("q".repeat(255))),
                told(
                        "ingress",
                        "queue-name",
                        ingress,
                        queue("q".repeat(256)),
                        ingress + "/queue",
                        "node `door`: ingress queue `" + "q".repeat(80)
                                + "… (256 characters)` is 256 bytes long, and at most"
                                + " 255 are allowed, because the broker stores no longer name: nothing could be read from"
                                + " it. Shorten it by 1."),
                fine("longest egress", "queue-name", egress, '"' + wide + "q\""),
                told(
                        "egress, counted in bytes",
                        "queue-name",
                        egress,
                        '"' + wide + "qq\"",
                        egress,
                        "node `vendor`: egress queue `" + "ü".repeat(80)
                                + "… (129 characters)` is 256 bytes long, and at most"
                                + " 255 are allowed, because the broker stores no longer name: every admitted item would"
                                + " end as a dead letter. Shorten it by 1."),
                told(
                        "group",
                        "queue-name",
                        egress,
                        "{\"queue\": \"out\", \"group\": \"" + "g".repeat(300) + "\"}",
                        egress + "/group",
                        "node `vendor`: consumer group `" + "g".repeat(80)
                                + "… (300 characters)` is 300 bytes long, and at"
                                + " most 255 are allowed, because the broker stores no longer name: nobody could tell how"
                                + " much waits for it. Shorten it by 45."),
                told(
                        "control character",
                        "queue-name",
                        egress,
                        "{\"queue\": \"a\\u007fb\"}",
                        egress + "/queue",
                        "node `vendor`: egress queue `a\\u007fb` has the control character U+007F at position 1, which the"
                                + " broker stores in no name: every admitted item would end as a dead letter. Leave it"
                                + " out."));
    }

    private static String queue(String name) {
        return "{\"queue\": \"" + name + "\"}";
    }

    /// Every pair of a thousand paths would be half a million sentences.
    @Test
    void wrong_pairs_beyond_a_hundred_are_summed_up() {
        assertThat(found("share-order", "/paths", rising(101), Facts.NONE))
                .hasSize(100)
                .extracting(Finding::path)
                .contains("/paths/1/share", "/paths/100/share");
        assertThat(found("share-order", "/paths", rising(102), Facts.NONE))
                .hasSize(101)
                .last()
                .isEqualTo(new Finding(
                        "share-order",
                        "/nodes/vendor",
                        "node `vendor`: more than 100 pairs are wrong in this way, and the rest is not listed. Correct these"
                                + " first."));
    }

    /// All but the first have more than the first.
    private static String rising(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> path("p" + i, i, i == 0 ? "0.5" : "0.6"))
                .collect(joining(", ", "[", "]"));
    }

    private static String path(String name, int priority, String share) {
        return "{\"name\": \"%s\", \"priority\": %d, \"share\": %s, \"nodes\": [\"vendor\"]}"
                .formatted(name, priority, share);
    }

    private static String paths(String... paths) {
        return "[" + String.join(", ", paths) + "]";
    }
}
