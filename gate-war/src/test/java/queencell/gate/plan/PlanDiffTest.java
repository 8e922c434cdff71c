package queencell.gate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.Vectors;

/// The version vectors of the document specification, section 14.
class PlanDiffTest {

    private static final String OLD = """
            {"application": "acme", "graph": "mail", "version": 5, "nodes": {
              "door": {"ingress": true, "budgets": [{"id": "in", "count": 1000, "timeMs": 10000}]},
              "mid": {"budgets": [{"count": 300, "timeMs": 1000}]},
              "out": {"budgets": [{"id": "ip", "count": 500, "timeMs": 10000, "subWindows": 1}], "egress": "acme.out"}},
             "paths": [{"name": "main", "nodes": ["door", "mid", "out"]},
                       {"name": "bulk", "priority": 1, "share": 0.5, "nodes": ["door", "out"]}]}
            """;

    @TestFactory
    Stream<DynamicTest> a_change_that_loses_nothing_is_hot_and_still_told() {
        return Stream.of(
                hot("a count", "\"count\": 500", "\"count\": 250", """
                        budget `ip` of node `out` becomes 250 per 10 s instead of 500 per 10 s, enforced as 250 per 10 s instead of 500 per 10 s
                        ceiling of path `bulk` on budget `ip` of node `out` falls from 250 to 125 per 10 s
                        ceiling of path `main` on budget `ip` of node `out` falls from 500 to 250 per 10 s"""),
                hot("a share", "\"share\": 0.5", "\"share\": 0.6", """
                        ceiling of path `bulk` on budget `in` of node `door` rises from 50 to 60 per 1 s
                        ceiling of path `bulk` on budget `ip` of node `out` rises from 250 to 300 per 10 s
                        path `bulk` at node `door`: share 0.6 instead of 0.5
                        path `bulk` at node `door`: a claim takes 60 messages instead of 50
                        path `bulk` at node `out`: share 0.6 instead of 0.5"""),
                hot("a cost", "\"mid\": {", "\"mid\": {\"cost\": {\"path\": \"payload.w\", \"max\": 4}, ", """
                        an item at node `mid` costs `payload.w`, 1 when it is missing, at most 4 instead of 1"""),
                hot("a whenOp", "\"id\": \"ip\", ", "\"id\": \"ip\", \"whenOp\": [\"mail.*\"], ", """
                        budget `ip` of node `out` applies to operations `mail.*` instead of every item"""),
                hot("a period", "\"timeMs\": 10000, \"subWindows\"", "\"timeMs\": 20500, \"subWindows\"", """
                        budget `ip` of node `out` becomes 500 per 20500 ms instead of 500 per 10 s, enforced as 500 per 21 s instead of 500 per 10 s"""),
                hot(
                        "a path",
                        "{\"name\": \"bulk\"",
                        "{\"name\": \"audit\", \"nodes\": [\"door\", \"out\"]}, {\"name\": \"bulk\"",
                        """
                        path `audit` is added"""),
                hot("the priority", "\"priority\": 1", "\"priority\": 2", """
                        path `bulk` at node `door`: priority 2 instead of 1
                        path `bulk` at node `out`: priority 2 instead of 1"""),
                hot("the egress", "\"acme.out\"", "{\"queue\": \"acme.new\", \"group\": \"workers\"}", """
                        egress of node `out` becomes `acme.new` (group `workers`) instead of `acme.out`
                        path `main` at node `out`: goes on to `acme.new` instead of `acme.out`
                        path `bulk` at node `out`: goes on to `acme.new` instead of `acme.out`
                        1 queue added: `acme.new`
                        1 queue no longer used, and what is in there stays: `acme.out`"""),
                hot(
                        "the door",
                        "\"ingress\": true",
                        "\"ingress\": {\"http\": false, \"shed\": true, \"partitions\": 4}",
                        """
                        the HTTP door of node `door` closes
                        shedding at node `door` is turned on
                        the HTTP door of node `door` spreads over 4 partitions instead of 16"""),
                hot("claims and workers", "\"mid\": {", "\"mid\": {\"batch\": 7, \"concurrency\": 2, ", """
                        path `main` at node `mid`: a claim takes 7 messages instead of 200
                        path `main` at node `mid`: 2 workers instead of 1"""),
                hot(
                        "counters and attempts",
                        "\"version\": 5",
                        "\"version\": 5, \"maxAttempts\": 9, \"counters\": {\"windowSeconds\": 60}",
                        """
                        roll-ups are written every 60 s instead of off
                        one item may re-enter 9 times instead of 3"""),
                hot("the confidence", "\"id\": \"ip\", ", "\"id\": \"ip\", \"confidence\": \"assumed\", ", """
                        budget `ip` of node `out` is assumed instead of inferred"""),
                hot(
                        "a budget more",
                        "[{\"count\": 300",
                        "[{\"id\": \"b0\", \"count\": 300, \"timeMs\": 1000}, {\"id\": \"x\", \"count\": 300",
                        """
                        budget `x` of node `mid` is added: 300 per 1 s, enforced as 300 per 1 s"""));
    }

    @TestFactory
    Stream<DynamicTest> a_change_that_loses_work_or_spending_needs_a_new_version() {
        return Stream.of(
                bump("renamed budget", "\"id\": \"ip\"", "\"id\": \"ip-10s\"", BumpReason.COUNTER_REPLACED),
                bump(
                        "shifted unnamed budget",
                        "[{\"count\": 300",
                        "[{\"id\": \"first\", \"count\": 9, \"timeMs\": 1000}, {\"count\": 300",
                        BumpReason.COUNTER_REPLACED),
                bump(
                        "shared key",
                        "\"id\": \"ip\", ",
                        "\"id\": \"ip\", \"sharedKey\": \"egress-ip\", ",
                        BumpReason.COUNTER_REPLACED),
                bump(
                        "scope",
                        "\"id\": \"ip\", ",
                        "\"id\": \"ip\", \"scopeBy\": \"payload.account\", ",
                        BumpReason.SCOPE_CHANGED),
                bump(
                        "removed path",
                        ", {\"name\": \"bulk\", \"priority\": 1, \"share\": 0.5, \"nodes\": [\"door\", \"out\"]}",
                        "",
                        BumpReason.PATH_REMOVED),
                bump(
                        "ingress queue",
                        "\"ingress\": true",
                        "\"ingress\": {\"queue\": \"acme.in\"}",
                        BumpReason.INGRESS_MOVED),
                bump("ingress gone", "\"ingress\": true, ", "", BumpReason.INGRESS_MOVED),
                bump("removed hop", "\"door\", \"mid\", \"out\"", "\"door\", \"out\"", BumpReason.HOP_REMOVED),
                bump(
                        "removed node",
                        "\"mid\": {\"budgets\": [{\"count\": 300, \"timeMs\": 1000}]}, ",
                        "",
                        BumpReason.NODE_REMOVED),
                bump(
                        "watch",
                        "\"version\": 5",
                        "\"version\": 5, \"watch\": {\"durationSeconds\": 3600}",
                        BumpReason.WATCH_MODE));
    }

    @Test
    void a_removed_path_and_node_are_both_told() {
        PlanDiff diff = PlanDiff.between(
                plan(OLD),
                plan(edit(
                        edit(OLD, "\"mid\": {\"budgets\": [{\"count\": 300, \"timeMs\": 1000}]}, ", ""),
                        "{\"name\": \"main\", \"nodes\": [\"door\", \"mid\", \"out\"]}, ",
                        "")));
        assertThat(reasons(diff)).isEqualTo(EnumSet.of(BumpReason.NODE_REMOVED, BumpReason.PATH_REMOVED));
    }

    @Test
    void the_version_conflict_must_name_the_version_and_the_way_out() {
        PlanDiff diff = PlanDiff.between(plan(OLD), plan(edit(OLD, "\"id\": \"ip\"", "\"id\": \"ip-10s\"")));
        assertThat(diff.versionConflict(5, 5)).hasValue("""
                bump version above 5: version 5 is not above it, and this change needs a new one: counter `b:acme:mail:out:ip` of node `out` \
                (budget `ip`) is no longer spent (the new counter starts at zero while the old one still runs: a window of \
                double spending). Nothing was changed. To lose nothing, drain first: stop pushing, wait until \
                `waitingForBudget` is 0 on every node, then declare again.""");
        assertThat(diff.versionConflict(5, 4)).isPresent();
        assertThat(diff.versionConflict(5, 6)).isEmpty();
    }

    @Test
    void a_roll_back_of_a_hot_change_needs_no_higher_version() {
        PlanDiff diff = PlanDiff.between(plan(OLD), plan(edit(OLD, "\"count\": 500", "\"count\": 250")));
        assertThat(diff.versionConflict(5, 1)).isEmpty();
    }

    @Test
    void candidate_budgets_of_a_watch_may_change_freely() {
        String watching = edit(OLD, "\"version\": 5", "\"version\": 5, \"watch\": {\"durationSeconds\": 3600}");
        assertThat(PlanDiff.between(plan(watching), plan(edit(watching, "\"id\": \"ip\"", "\"id\": \"ip-10s\"")))
                        .changes())
                .isEmpty();
        assertThat(PlanDiff.between(plan(watching), plan(edit(watching, "3600", "7200")))
                        .words())
                .containsExactly("the watch lasts 7200 s instead of 3600 s");
    }

    @Test
    void a_node_that_a_path_no_longer_enters_first_keeps_what_lies_between() {
        String entered = edit(OLD, "\"out\": {", "\"out\": {\"ingress\": {\"queue\": \"acme.in\"}, ");
        PlanDiff diff = PlanDiff.between(
                plan(entered), plan(edit(entered, "\"nodes\": [\"door\", \"out\"]", "\"nodes\": [\"out\"]")));
        assertThat(reasons(diff)).isEqualTo(EnumSet.of(BumpReason.HOP_REMOVED));
        assertThat(diff.words())
                .contains("path `bulk` no longer starts at node `door`")
                .contains("path `bulk` no longer takes work from the queue between its hops at node `out`; needs a new"
                        + " version because what is in the queue before that hop is stranded");
    }

    @Test
    void another_order_of_paths_is_no_silent_change() {
        String swapped = """
                "paths": [{"name": "bulk", "priority": 1, "share": 0.5, "nodes": ["door", "out"]},
                          {"name": "main", "nodes": ["door", "mid", "out"]}]}
                """;
        PlanDiff diff = PlanDiff.between(plan(OLD), plan(OLD.substring(0, OLD.indexOf("\"paths\"")) + swapped));
        assertThat(diff.words()).containsExactly("paths or budgets are declared in another order");
        assertThat(diff.needsBump()).isFalse();
    }

    @Test
    void two_budgets_of_one_shared_counter_are_compared_as_such() {
        String one = edit(OLD, "\"id\": \"ip\", ", "\"id\": \"ip\", \"sharedKey\": \"k\", ");
        String two = edit(
                one,
                "\"subWindows\": 1}]",
                "\"subWindows\": 1}, {\"id\": \"again\", \"count\": 500, \"timeMs\": 10000, \"subWindows\": 1,"
                        + " \"sharedKey\": \"k\", \"scopeBy\": \"payload.a\"}]");
        assertThat(PlanDiff.between(plan(one), plan(two)).words())
                .containsExactly("budget `again` of node `out` is added: 500 per 10 s, enforced as 500 per 10 s");
        PlanDiff back = PlanDiff.between(plan(two), plan(one));
        assertThat(back.words().getFirst())
                .startsWith(
                        "counter `b:acme:shared:k` of node `out` counts per node instead of per `payload.a`; needs");
        assertThat(back.words().getLast())
                .isEqualTo("budget `again` of node `out` is removed, its counter stays with others");
    }

    private static DynamicTest hot(String what, String from, String to, String words) {
        return DynamicTest.dynamicTest(what, () -> {
            PlanDiff diff = PlanDiff.between(plan(OLD), plan(edit(OLD, from, to)));
            assertThat(diff.needsBump()).isFalse();
            assertThat(diff.words()).containsAll(words.lines().toList());
            assertThat(diff.versionConflict(5, 5)).isEqualTo(Optional.empty());
        });
    }

    private static DynamicTest bump(String what, String from, String to, BumpReason reason) {
        return DynamicTest.dynamicTest(what, () -> {
            PlanDiff diff = PlanDiff.between(plan(OLD), plan(edit(OLD, from, to)));
            assertThat(reasons(diff)).isEqualTo(EnumSet.of(reason));
            assertThat(diff.needsBump()).isTrue();
            assertThat(diff.words()).anySatisfy(words -> assertThat(words).endsWith(reason.why()));
        });
    }

    private static EnumSet<BumpReason> reasons(PlanDiff diff) {
        List<BumpReason> reasons = diff.changes().stream()
                .flatMap(change -> change.bump().stream())
                .toList();
        return reasons.stream().collect(Collectors.toCollection(() -> EnumSet.noneOf(BumpReason.class)));
    }

    private static String edit(String document, String from, String to) {
        String flat = document.replaceAll("\\s*\n\\s*", " ").strip();
        assertThat(flat).contains(from);
        return flat.replace(from, to);
    }

    private static Plan plan(String document) {
        return GraphCompiler.compile(Vectors.document(document));
    }
}
