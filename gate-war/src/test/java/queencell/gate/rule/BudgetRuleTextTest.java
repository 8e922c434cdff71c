package queencell.gate.rule;

import static queencell.gate.rule.Mistakes.beside;
import static queencell.gate.rule.Mistakes.budget;
import static queencell.gate.rule.Mistakes.fine;
import static queencell.gate.rule.Mistakes.told;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What a caller reads about one budget, and the last value on each side of a bound.
class BudgetRuleTextTest {

    private static final String BUDGETS = "/nodes/vendor/budgets";
    private static final String FIRST = BUDGETS + "/0";
    private static final String SECOND = BUDGETS + "/1";
    /// Bytes of `b:acme:mail:vendor:`, which every key of the node begins with.
    private static final int PREFIX = 19;

    @TestFactory
    Stream<DynamicTest> a_budget_whose_numbers_cannot_be_enforced_is_told_with_its_bound() {
        return Stream.of(
                told(
                        "none",
                        "budget-count",
                        FIRST + "/count",
                        "0",
                        FIRST + "/count",
                        "budget `out` of node `vendor`: `count` is 0, so its counter can never accept a charge. Raise it to at"
                                + " least 1."),
                fine("one", "budget-count", FIRST + "/count", "1"),
                told(
                        "too short",
                        "budget-window",
                        FIRST + "/timeMs",
                        "99",
                        FIRST + "/timeMs",
                        "budget `out` of node `vendor`: `timeMs` is 99, and windows shorter than 100 ms are not supported (below"
                                + " 1000 ms a limit is enforced per second anyway). Raise it to at least 100."),
                fine("shortest", "budget-window", FIRST + "/timeMs", "100"),
                fine("longest", "budget-window", FIRST + "/timeMs", "3153600000000"),
                told(
                        "too long",
                        "budget-window",
                        FIRST + "/timeMs",
                        "3153600000001",
                        FIRST + "/timeMs",
                        "budget `out` of node `vendor`: `timeMs` is 3153600000001, at most 3153600000000 (100 years) is allowed,"
                                + " because the database cannot write a longer life of a counter. Lower it."),
                told(
                        "none",
                        "subwindow-range",
                        FIRST + "/subWindows",
                        "0",
                        FIRST + "/subWindows",
                        "budget `out` of node `vendor`: `subWindows` is 0; 0 divides nothing, and more than 3600 is finer than"
                                + " an hour of seconds. Choose 1 to 3600, or omit the field."),
                fine(
                        "most",
                        "subwindow-range",
                        BUDGETS,
                        budget("\"count\": 3601, \"timeMs\": 3600000, \"subWindows\": 3600")),
                told(
                        "too many",
                        "subwindow-range",
                        BUDGETS,
                        budget("\"count\": 3601, \"timeMs\": 3600000, \"subWindows\": 3601"),
                        FIRST + "/subWindows",
                        "budget `out` of node `vendor`: `subWindows` is 3601; 0 divides nothing, and more than 3600 is finer"
                                + " than an hour of seconds. Choose 1 to 3600, or omit the field."),
                told(
                        "more than units",
                        "subwindow-fits",
                        FIRST + "/subWindows",
                        "101",
                        FIRST + "/subWindows",
                        "budget `out` of node `vendor`: `subWindows` is 101 and `count` is 100, so a sub-window would hold less"
                                + " than one unit, and with one unit each the budget would enforce 101, not 100. Lower"
                                + " `subWindows` to at most 100, or raise `count`."),
                fine("as many as units", "subwindow-fits", FIRST + "/subWindows", "100"),
                fine("out of range, which is another rule's", "subwindow-fits", FIRST + "/subWindows", "3601"),
                told(
                        "the most that are in range",
                        "subwindow-fits",
                        FIRST + "/subWindows",
                        "3600",
                        FIRST + "/subWindows",
                        "budget `out` of node `vendor`: `subWindows` is 3600 and `count` is 100, so a sub-window would hold less"
                                + " than one unit, and with one unit each the budget would enforce 3600, not 100. Lower"
                                + " `subWindows` to at most 100, or raise `count`."),
                told(
                        "of a budget that admits nothing",
                        "subwindow-fits",
                        BUDGETS,
                        budget("\"count\": -5, \"timeMs\": 10000, \"subWindows\": 2"),
                        FIRST + "/subWindows",
                        "budget `out` of node `vendor`: `subWindows` is 2 and `count` is 1, so a sub-window would hold less than"
                                + " one unit, and with one unit each the budget would enforce 2, not 1. Lower `subWindows` to at"
                                + " most 1, or raise `count`."),
                fine(
                        "one of a budget that admits nothing",
                        "subwindow-fits",
                        BUDGETS,
                        budget("\"count\": 0, \"timeMs\": 10000, \"subWindows\": 1")),
                told(
                        "dearer than a window",
                        "cost-fits",
                        "/nodes/vendor/cost",
                        "101",
                        "/nodes/vendor/cost",
                        "node `vendor`: an item may cost 101, but budget `out` admits 100 per window. Such an item fits no"
                                + " window, blocks its partition for good and never becomes a dead letter. Raise the budget,"
                                + " lower the cost to at most 100, or lower `subWindows`."),
                told(
                        "dearer than a window by its maximum",
                        "cost-fits",
                        "/nodes/vendor/cost",
                        "{\"path\": \"payload.w\", \"max\": 500}",
                        "/nodes/vendor/cost/max",
                        "node `vendor`: an item may cost 500, but budget `out` admits 100 per window. Such an item fits no"
                                + " window, blocks its partition for good and never becomes a dead letter. Raise the budget,"
                                + " lower the cost to at most 100, or lower `subWindows`."),
                fine("a whole window", "cost-fits", "/nodes/vendor/cost", "100"));
    }

    @TestFactory
    Stream<DynamicTest> a_budget_that_would_charge_nothing_is_told_with_the_way_out() {
        return Stream.of(
                told(
                        "no payload path",
                        "scope-path",
                        BUDGETS,
                        beside("\"count\": 9, \"timeMs\": 1000, \"scopeBy\": \"account\""),
                        SECOND + "/scopeBy",
                        "budget `out` of node `vendor`: `scopeBy` is `account`, by which no item could be given a counter. Write"
                                + " `payload.field`, with a dot before each key; `payload._gate` is reserved."),
                told(
                        "empty list",
                        "whenop-empty",
                        BUDGETS,
                        beside("\"count\": 9, \"timeMs\": 1000, \"whenOp\": []"),
                        SECOND + "/whenOp",
                        "budget `out` of node `vendor`: `whenOp` is empty, so the budget would never be charged. Drop the field"
                                + " to charge every item, or name the operations."),
                told(
                        "star in front",
                        "whenop-pattern",
                        BUDGETS,
                        beside("\"count\": 9, \"timeMs\": 1000, \"whenOp\": [\"mail.*\", \"*.delete\"]"),
                        SECOND + "/whenOp/1",
                        "budget `out` of node `vendor`: the pattern `*.delete` would be compared as it stands and match nothing,"
                                + " so the limit would be off. Write the whole operation, `prefix.*` for everything below a"
                                + " prefix, or `*` for everything."));
    }

    @TestFactory
    Stream<DynamicTest> a_key_that_the_broker_cannot_take_is_told_with_the_bytes_to_remove() {
        return Stream.of(
                fine("longest", "budget-key", FIRST + "/id", text(512 - PREFIX)),
                told(
                        "one byte too long",
                        "budget-key",
                        FIRST + "/id",
                        text(513 - PREFIX),
                        FIRST + "/id",
                        "budget `" + "x".repeat(80)
                                + "… (494 characters)` of node `vendor`: its counter's key would be 513"
                                + " bytes, at most 512 are allowed; the broker refuses a longer one, so every call of the stage"
                                + " would fail. Shorten `id` by 1 bytes."),
                fine("longest beside a scope value", "budget-key", BUDGETS, scoped(439 - PREFIX)),
                told(
                        "too long beside a scope value",
                        "budget-key",
                        BUDGETS,
                        scoped(441 - PREFIX),
                        SECOND + "/id",
                        "budget `" + "x".repeat(80)
                                + "… (422 characters)` of node `vendor`: its counter's key would be 441"
                                + " bytes, at most 439 are allowed beside a scope value; the broker refuses a longer one, so"
                                + " every call of the stage would fail. Shorten `id` by 2 bytes."),
                told(
                        "shared key too long",
                        "budget-key",
                        FIRST + "/sharedKey",
                        text(500),
                        FIRST + "/sharedKey",
                        "budget `out` of node `vendor`: its counter's key would be 514 bytes, at most 512 are allowed; the"
                                + " broker refuses a longer one, so every call of the stage would fail. Shorten `sharedKey` by 2"
                                + " bytes."),
                told(
                        "with U+0000 in front",
                        "budget-key",
                        FIRST + "/sharedKey",
                        "\"\\u0000\"",
                        FIRST + "/sharedKey",
                        "budget `out` of node `vendor`: its counter's key would hold U+0000, which the broker refuses, so every"
                                + " call of the stage would fail. Remove the character."));
    }

    private static String text(int length) {
        return '"' + "x".repeat(length) + '"';
    }

    private static String scoped(int idLength) {
        return "[{\"count\": 100, \"timeMs\": 1000}, {\"id\": " + text(idLength)
                + ", \"count\": 9, \"timeMs\": 1000, \"scopeBy\": \"payload.a\"}]";
    }

    @TestFactory
    Stream<DynamicTest> two_budgets_that_get_into_each_others_way_are_both_named() {
        return Stream.of(
                told(
                        "id written twice",
                        "budget-unique",
                        BUDGETS,
                        "[{\"id\": \"out\", \"count\": 9, \"timeMs\": 1000}, {\"id\": \"out\", \"count\": 8, \"timeMs\": 1000}]",
                        SECOND + "/id",
                        "node `vendor`: a second budget has the id `out` and would spend the first one's counter. Rename it."),
                told(
                        "id that a nameless budget gets",
                        "budget-unique",
                        BUDGETS,
                        "[{\"id\": \"b1\", \"count\": 9, \"timeMs\": 1000}, {\"count\": 8, \"timeMs\": 1000}]",
                        SECOND + "/id",
                        "node `vendor`: a second budget has the id `b1` and would spend the first one's counter. Rename it; a"
                                + " budget without `id` is called `b` and its position."),
                told(
                        "other count",
                        "shared-conflict",
                        BUDGETS,
                        shared("\"count\": 200, \"timeMs\": 1000"),
                        SECOND + "/sharedKey",
                        "shared key `ip`: budget `one` of node `vendor` is 100 per 1000 ms, budget `two` of node `vendor` is 200"
                                + " per 1000 ms. One counter cannot enforce two different limits. Make them agree, or use two"
                                + " keys."),
                told(
                        "other window",
                        "shared-conflict",
                        BUDGETS,
                        shared("\"count\": 100, \"timeMs\": 1999"),
                        SECOND + "/sharedKey",
                        "shared key `ip`: budget `one` of node `vendor` is 100 per 1000 ms, budget `two` of node `vendor` is 100"
                                + " per 1999 ms. One counter cannot enforce two different limits. Make them agree, or use two"
                                + " keys."),
                told(
                        "other sub-windows",
                        "shared-conflict",
                        BUDGETS,
                        shared("\"count\": 100, \"timeMs\": 1000, \"subWindows\": 4"),
                        SECOND + "/sharedKey",
                        "shared key `ip`: budget `one` of node `vendor` is 100 per 1000 ms in 1 sub-windows, budget `two` of"
                                + " node `vendor` is 100 per 1000 ms in 4 sub-windows. One counter cannot enforce two different"
                                + " limits. Make them agree, or use two keys."),
                fine(
                        "the same, spelled out",
                        "shared-conflict",
                        BUDGETS,
                        shared("\"count\": 100, \"timeMs\": 1000, \"subWindows\": 1")));
    }

    private static String shared(String second) {
        return "[{\"id\": \"one\", \"count\": 100, \"timeMs\": 1000, \"sharedKey\": \"ip\"}, {\"id\": \"two\", \"sharedKey\":"
                + " \"ip\", " + second + "}]";
    }

    @TestFactory
    Stream<DynamicTest> a_number_called_documented_is_told_which_proof_is_missing() {
        String rest =
                " so an unverified number would pass as a verified one. Supply it, or lower `confidence` to `inferred`.";
        String who = "budget `out` of node `vendor` is `documented` without ";
        return Stream.of(
                told(
                        "both",
                        "provenance",
                        BUDGETS,
                        documented(""),
                        FIRST + "/source",
                        who + "`source` and `asOf`," + rest),
                told(
                        "date",
                        "provenance",
                        BUDGETS,
                        documented(", \"source\": \"portal\""),
                        FIRST + "/asOf",
                        who + "`asOf`," + rest),
                told(
                        "source",
                        "provenance",
                        BUDGETS,
                        documented(", \"asOf\": \"2026-06-01\""),
                        FIRST + "/source",
                        who + "`source`," + rest),
                fine("none", "provenance", BUDGETS, documented(", \"source\": \"portal\", \"asOf\": \"2026-06-01\"")));
    }

    private static String documented(String proof) {
        return budget("\"count\": 100, \"timeMs\": 1000, \"confidence\": \"documented\"" + proof);
    }
}
