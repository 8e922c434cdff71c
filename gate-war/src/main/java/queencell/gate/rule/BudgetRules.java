package queencell.gate.rule;

import java.util.List;

/// The numbers of one budget: how much, in what time, in which parts (document, 9.2 and 9.4).
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
                    BudgetRules::costFits));

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
}
