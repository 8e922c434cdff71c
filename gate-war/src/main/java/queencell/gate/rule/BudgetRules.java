package queencell.gate.rule;

import java.util.List;
import queencell.gate.document.Budget;
import queencell.gate.document.Confidence;
import queencell.gate.document.Shown;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.Names;
import queencell.gate.plan.OpPatterns;
import queencell.gate.plan.PayloadPath;

/// What one budget says (document, 9.2 and 9.4).
final class BudgetRules {

    static final long SHORTEST_WINDOW_MILLIS = 100;
    /// A hundred years; a longer life is none that the database can write.
    static final long LONGEST_WINDOW_MILLIS = 3_153_600_000_000L;
    static final long MOST_PARTS = 3600;

    private static final String BUDGETS = "/nodes/vendor/budgets";

    static final List<Rule> RULES = List.of(
            Rule.budget(
                    "budget-unique",
                    "a second budget that spends the first one's counter",
                    Example.at(
                            BUDGETS,
                            "[{\"id\": \"out\", \"count\": 100, \"timeMs\": 1000}, {\"id\": \"out\", \"count\": 500, \"timeMs\":"
                                    + " 60000}]",
                            "[{\"id\": \"out\", \"count\": 100, \"timeMs\": 1000}, {\"id\": \"out-1m\", \"count\": 500,"
                                    + " \"timeMs\": 60000}]"),
                    BudgetRules::budgetUnique),
            Rule.budget(
                    "budget-count",
                    "a counter that can never accept a charge",
                    Example.at("/nodes/vendor/budgets/0/count", "0", "100"),
                    BudgetRules::budgetCount),
            Rule.budget(
                    "budget-window",
                    "a window shorter than is supported, or longer than the database can write",
                    Example.at("/nodes/vendor/budgets/0/timeMs", "50", "1000"),
                    BudgetRules::budgetWindow),
            Rule.budget(
                    "subwindow-range",
                    "a division by nothing, or into parts of less than a second",
                    Example.at("/nodes/vendor/budgets/0/subWindows", "0", "1"),
                    BudgetRules::subwindowRange),
            Rule.budget(
                    "subwindow-fits",
                    "sub-windows of less than one unit, which would enforce their number and not the count",
                    Example.at(
                            BUDGETS,
                            "[{\"count\": 10, \"timeMs\": 60000, \"subWindows\": 50}]",
                            "[{\"count\": 10, \"timeMs\": 60000, \"subWindows\": 10}]"),
                    BudgetRules::subwindowFits),
            Rule.budget(
                    "cost-fits",
                    "a legal item that fits no window and blocks its partition for good",
                    Example.at("/nodes/vendor/cost", "200", "100"),
                    BudgetRules::costFits),
            Rule.budget(
                    "scope-path",
                    "a budget that can give no item a counter",
                    Example.at(
                            BUDGETS,
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"scopeBy\": \"account\"}]",
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"scopeBy\":"
                                    + " \"payload.account\"}]"),
                    BudgetRules::scopePath),
            Rule.budget(
                    "whenop-empty",
                    "a budget that is never charged",
                    Example.at(
                            BUDGETS,
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"whenOp\": []}]",
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"whenOp\":"
                                    + " [\"mail.delete\"]}]"),
                    BudgetRules::whenopEmpty),
            Rule.budget(
                    "whenop-pattern",
                    "a typing error that switches a limit off",
                    Example.at(
                            BUDGETS,
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"whenOp\":"
                                    + " [\"*.delete\"]}]",
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"whenOp\":"
                                    + " [\"mail.*\"]}]"),
                    BudgetRules::whenopPattern),
            Rule.budget(
                    "budget-key",
                    "a stage that fails every call because the broker cannot take the counter's key",
                    Example.at("/nodes/vendor/budgets/0/id", '"' + "x".repeat(500) + '"', '"' + "x".repeat(480) + '"'),
                    BudgetRules::budgetKey),
            Rule.budget(
                    "provenance",
                    "an unverified number that passes as a verified one",
                    Example.at(
                            BUDGETS,
                            "[{\"count\": 100, \"timeMs\": 1000, \"confidence\": \"documented\", \"source\": \"portal\"}]",
                            "[{\"count\": 100, \"timeMs\": 1000, \"confidence\": \"documented\", \"source\": \"portal\","
                                    + " \"asOf\": \"2026-06-01\"}]"),
                    BudgetRules::provenance),
            Rule.budget(
                    "shared-conflict",
                    "one counter that would have to enforce two different limits",
                    Example.at(
                            BUDGETS,
                            "[{\"id\": \"a\", \"count\": 100, \"timeMs\": 1000, \"sharedKey\": \"ip\"}, {\"id\": \"b\","
                                    + " \"count\": 200, \"timeMs\": 1000, \"sharedKey\": \"ip\"}]",
                            "[{\"id\": \"a\", \"count\": 100, \"timeMs\": 1000, \"sharedKey\": \"ip\"}, {\"id\": \"b\","
                                    + " \"count\": 100, \"timeMs\": 1000, \"sharedKey\": \"ip\"}]"),
                    BudgetRules::sharedConflict));

    private BudgetRules() {}

    static void budgetUnique(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        if (budget.repeats()) {
            report.add(
                    budget.at() + "/id",
                    "node `%s`: a second budget has the id `%s` and would spend the first one's counter. Rename it%s.",
                    node.name(),
                    budget.name(),
                    budget.declared().id().isEmpty() ? "; a budget without `id` is called `b` and its position" : "");
        }
    }

    static void budgetCount(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        if (budget.declared().count() < 1) {
            report.add(
                    budget.at() + "/count",
                    "budget `%s` of node `%s`: `count` is %d, so its counter can never accept a charge. Raise it to at"
                            + " least 1.",
                    budget.name(),
                    node.name(),
                    budget.declared().count());
        }
    }

    static void budgetWindow(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        long millis = budget.declared().timeMs();
        if (millis < SHORTEST_WINDOW_MILLIS) {
            report.add(
                    budget.at() + "/timeMs",
                    "budget `%s` of node `%s`: `timeMs` is %d, and windows shorter than %d ms are not supported (below"
                            + " 1000 ms a limit is enforced per second anyway). Raise it to at least %4$d.",
                    budget.name(),
                    node.name(),
                    millis,
                    SHORTEST_WINDOW_MILLIS);
        } else if (millis > LONGEST_WINDOW_MILLIS) {
            report.add(
                    budget.at() + "/timeMs",
                    "budget `%s` of node `%s`: `timeMs` is %d, at most %d (100 years) is allowed, because the database"
                            + " cannot write a longer life of a counter. Lower it.",
                    budget.name(),
                    node.name(),
                    millis,
                    LONGEST_WINDOW_MILLIS);
        }
    }

    static void subwindowRange(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        budget.declared().subWindows().ifPresent(parts -> {
            if (parts < 1 || parts > MOST_PARTS) {
                report.add(
                        budget.at() + "/subWindows",
                        "budget `%s` of node `%s`: `subWindows` is %d; 0 divides nothing, and more than %d is finer than an"
                                + " hour of seconds. Choose 1 to %4$d, or omit the field.",
                        budget.name(),
                        node.name(),
                        parts,
                        MOST_PARTS);
            }
        });
    }

    static void subwindowFits(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        budget.declared().subWindows().ifPresent(parts -> {
            long count = Math.max(budget.declared().count(), 1);
            if (parts >= 1 && parts <= MOST_PARTS && parts > count) {
                report.add(
                        budget.at() + "/subWindows",
                        "budget `%s` of node `%s`: `subWindows` is %d and `count` is %d, so a sub-window would hold less"
                                + " than one unit, and with one unit each the budget would enforce %3$d, not %4$d. Lower"
                                + " `subWindows` to at most %4$d, or raise `count`.",
                        budget.name(),
                        node.name(),
                        parts,
                        count);
            }
        });
    }

    static void costFits(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        long dearest = node.plan().cost().max();
        long admitted = budget.plan().window().count();
        if (dearest > admitted) {
            report.add(
                    node.costMaxAt(),
                    "node `%s`: an item may cost %d, but budget `%s` admits %d per window. Such an item fits no window, blocks"
                            + " its partition for good and never becomes a dead letter. Raise the budget, lower the cost to"
                            + " at most %4$d, or lower `subWindows`.",
                    node.name(),
                    dearest,
                    budget.name(),
                    admitted);
        }
    }

    static void scopePath(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        budget.declared()
                .scopeBy()
                .filter(path -> !PayloadPath.isValid(path))
                .ifPresent(path -> report.add(
                        budget.at() + "/scopeBy",
                        "budget `%s` of node `%s`: `scopeBy` is `%s`, by which no item could be given a counter. Write"
                                + " `payload.field`, with a dot before each key; `payload._gate` is reserved.",
                        budget.name(),
                        node.name(),
                        Shown.name(path)));
    }

    static void whenopEmpty(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        budget.declared()
                .whenOp()
                .filter(List::isEmpty)
                .ifPresent(none -> report.add(
                        budget.at() + "/whenOp",
                        "budget `%s` of node `%s`: `whenOp` is empty, so the budget would never be charged. Drop the field"
                                + " to charge every item, or name the operations.",
                        budget.name(),
                        node.name()));
    }

    static void whenopPattern(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        List<String> patterns = budget.declared().whenOp().orElse(List.of());
        for (int i = 0; i < patterns.size(); i++) {
            if (!OpPatterns.isValid(patterns.get(i))) {
                report.add(
                        budget.at() + "/whenOp/" + i,
                        "budget `%s` of node `%s`: the pattern `%s` would be compared as it stands and match nothing, so"
                                + " the limit would be off. Write the whole operation, `prefix.*` for everything below a"
                                + " prefix, or `*` for everything.",
                        budget.name(),
                        node.name(),
                        Shown.name(patterns.get(i)));
            }
        }
    }

    static void budgetKey(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        String key = budget.plan().key();
        String at = budget.at() + (budget.declared().sharedKey().isPresent() ? "/sharedKey" : "/id");
        int most = Names.MAX_KEY_BYTES - (budget.plan().unscoped() ? 0 : Names.SCOPE_BYTES);
        int bytes = Names.utf8Length(key);
        if (key.indexOf('\0') >= 0) {
            report.add(
                    at,
                    "budget `%s` of node `%s`: its counter's key would hold U+0000, which the broker refuses, so every call"
                            + " of the stage would fail. Remove the character.",
                    budget.name(),
                    node.name());
        } else if (bytes > most) {
            report.add(
                    at,
                    "budget `%s` of node `%s`: its counter's key would be %d bytes, at most %d are allowed%s; the broker"
                            + " refuses a longer one, so every call of the stage would fail. Shorten `%s` by %d bytes.",
                    budget.name(),
                    node.name(),
                    bytes,
                    most,
                    budget.plan().unscoped() ? "" : " beside a scope value",
                    budget.declared().sharedKey().isPresent() ? "sharedKey" : "id",
                    bytes - most);
        }
    }

    static void provenance(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        Budget declared = budget.declared();
        if (declared.confidence() != Confidence.DOCUMENTED
                || declared.source().isPresent() && declared.asOf().isPresent()) {
            return;
        }
        String missing = declared.source().isPresent()
                ? "`asOf`"
                : declared.asOf().isPresent() ? "`source`" : "`source` and `asOf`";
        report.add(
                budget.at() + (declared.source().isPresent() ? "/asOf" : "/source"),
                "budget `%s` of node `%s` is `documented` without %s, so an unverified number would pass as a verified one."
                        + " Supply it, or lower `confidence` to `inferred`.",
                budget.name(),
                node.name(),
                missing);
    }

    static void sharedConflict(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report) {
        budget.firstShared().ifPresent(first -> {
            BudgetPlan here = budget.plan();
            BudgetPlan there = first.plan();
            boolean sameNumbers = here.count() == there.count() && here.timeMs() == there.timeMs();
            boolean sameParts = here.window().parts() == there.window().parts();
            if (sameNumbers && sameParts) {
                return;
            }
            report.add(
                    budget.at() + "/sharedKey",
                    "shared key `%s`: budget `%s` of node `%s` is %s, budget `%s` of node `%s` is %s. One counter cannot"
                            + " enforce two different limits. Make them agree, or use two keys.",
                    Shown.name(here.sharedKey().orElseThrow()),
                    first.budget(),
                    first.node(),
                    limit(there, sameNumbers),
                    budget.name(),
                    node.name(),
                    limit(here, sameNumbers));
        });
    }

    private static String limit(BudgetPlan budget, boolean withParts) {
        return budget.count() + " per " + budget.timeMs() + " ms"
                + (withParts ? " in " + budget.window().parts() + " sub-windows" : "");
    }
}
