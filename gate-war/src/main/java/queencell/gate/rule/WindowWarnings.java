package queencell.gate.rule;

import java.math.BigInteger;
import java.util.List;
import queencell.gate.document.Shown;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.SubWindow;

/// What a window makes of a budget, told once the document is accepted (document, 9.3). None of it occurs in Watch,
/// where no budget is active.
final class WindowWarnings {

    private static final String BUDGET = "/nodes/vendor/budgets";
    private static final long LONG_WINDOW_SECONDS = 3600;
    private static final long SHORT_WINDOW_SECONDS = 2;

    static final List<Rule> RULES = List.of(
            Rule.budget(
                            "window-sub-second",
                            "surprise at a limit that is enforced tighter than it is written",
                            Example.at(BUDGET + "/0/timeMs", "1500", "1000"),
                            WindowWarnings::subSecond)
                    .asWarning(),
            Rule.budget(
                            "subwindow-rounding",
                            "units lost where the count does not divide into the sub-windows",
                            Example.at(
                                    BUDGET,
                                    "[{\"count\": 119, \"timeMs\": 60000}]",
                                    "[{\"count\": 120, \"timeMs\": 60000}]"),
                            WindowWarnings::rounding)
                    .asWarning(),
            Rule.budget(
                            "window-boundary",
                            "twice the limit around one boundary of a long window",
                            Example.at(
                                    BUDGET,
                                    "[{\"count\": 10, \"timeMs\": 60000}]",
                                    "[{\"count\": 60, \"timeMs\": 60000}]"),
                            WindowWarnings::boundary)
                    .asWarning(),
            Rule.budget(
                            "window-head-of-line",
                            "one full key that holds up every key behind it for hours",
                            Example.at(
                                    BUDGET,
                                    "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 10, \"timeMs\": 7200000, \"subWindows\":"
                                            + " 1, \"scopeBy\": \"payload.account\"}]",
                                    "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 10, \"timeMs\": 7200000, \"subWindows\":"
                                            + " 2, \"scopeBy\": \"payload.account\"}]"),
                            WindowWarnings::headOfLine)
                    .asWarning());

    private WindowWarnings() {}

    static void subSecond(Subject.NodeSubject node, Subject.BudgetSubject subject, Report report) {
        BudgetPlan budget = subject.plan();
        SubWindow window = budget.window();
        BigInteger enforced = BigInteger.valueOf(window.seconds())
                .multiply(BigInteger.valueOf(1000))
                .multiply(BigInteger.valueOf(window.parts()));
        if (!enforced.equals(BigInteger.valueOf(budget.timeMs()))) {
            report.add(
                    subject.at() + "/timeMs",
                    "budget `%s` of node `%s`: %d per %d ms is enforced as %d per %d s, tighter and never looser, because a"
                            + " counter lives for whole seconds. Work goes slower than declared; declare whole seconds per"
                            + " sub-window to get all of it.",
                    subject.name(),
                    node.name(),
                    budget.count(),
                    budget.timeMs(),
                    window.count(),
                    window.seconds());
        }
    }

    static void rounding(Subject.NodeSubject node, Subject.BudgetSubject subject, Report report) {
        BudgetPlan budget = subject.plan();
        SubWindow window = budget.window();
        if (window.parts() <= 1 || window.parts() > budget.count()) {
            return;
        }
        long enforced = window.count() * window.parts();
        // more than two in a hundred
        if (budget.count() - enforced > budget.count() / 50) {
            report.add(
                    subject.at() + "/count",
                    "budget `%s` of node `%s`: %d in %d sub-windows is %d each, %d together; the rest is lost, because"
                            + " rounding is down on purpose. Choose `subWindows` that divides `count`.",
                    subject.name(),
                    node.name(),
                    budget.count(),
                    window.parts(),
                    window.count(),
                    enforced);
        }
    }

    static void boundary(Subject.NodeSubject node, Subject.BudgetSubject subject, Report report) {
        SubWindow window = subject.plan().window();
        if (window.seconds() > SHORT_WINDOW_SECONDS
                && subject.declared().subWindows().isEmpty()) {
            report.add(
                    subject.at() + "/subWindows",
                    "budget `%s` of node `%s`: one window is %d s, and around one boundary of it up to %s units can pass, twice"
                            + " the %d of a window. Raise `subWindows` if that is too much; give the number to silence this.",
                    subject.name(),
                    node.name(),
                    window.seconds(),
                    BigInteger.TWO.multiply(BigInteger.valueOf(window.count())),
                    window.count());
        }
    }

    static void headOfLine(Subject.NodeSubject node, Subject.BudgetSubject subject, Report report) {
        SubWindow window = subject.plan().window();
        if (window.seconds() > LONG_WINDOW_SECONDS) {
            subject.declared()
                    .scopeBy()
                    .ifPresent(path -> report.add(
                            subject.at() + "/scopeBy",
                            "budget `%s` of node `%s` counts per `%s` in windows of %d s: a full key blocks every key behind it"
                                    + " in its partition for as long. Raise `subWindows`, or partition by that key.",
                            subject.name(),
                            node.name(),
                            Shown.name(path),
                            window.seconds()));
        }
    }
}
