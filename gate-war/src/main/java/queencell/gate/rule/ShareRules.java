package queencell.gate.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import queencell.gate.document.GraphPath;
import queencell.gate.document.Shown;
import queencell.gate.plan.BudgetPlan;

/// How paths divide the counters of a node (document, 5.5 and 9.2).
final class ShareRules {

    private static final double TOLERANCE = 1e-9;
    /// Pairs are many where paths are many: at one node at most this many are told one by one.
    private static final int MOST_PAIRS = 100;

    static final List<Rule> RANGE = List.of(Rule.path(
            "share-range",
            "a rate where a proportion is meant",
            Example.at("/paths/0/share", "1.5", "0.5"),
            ShareRules::shareRange));

    static final List<Rule> RULES = List.of(
            Rule.node(
                    "share-top",
                    "the top of a counter that no path may use",
                    Example.at(
                            "/paths",
                            twoPaths("0, \"share\": 0.9", "1, \"share\": 0.5"),
                            twoPaths("0", "1, \"share\": 0.5")),
                    ShareRules::shareTop),
            Rule.node(
                    "share-order",
                    "a less important path with the larger ceiling",
                    Example.at("/paths", threePaths("0.5", "0.9"), threePaths("0.9", "0.5")),
                    ShareRules::shareOrder),
            Rule.node(
                    "share-rounds-out",
                    "a path that gets stuck on its most expensive legal item",
                    Example.at("/paths", twoPaths("0", "1, \"share\": 0.001"), twoPaths("0", "1, \"share\": 0.01")),
                    ShareRules::shareRoundsOut));

    private ShareRules() {}

    private static String twoPaths(String first, String second) {
        return "[{\"name\": \"urgent\", \"nodes\": [\"door\", \"vendor\"], \"priority\": " + first
                + "}, {\"name\": \"bulk\", \"nodes\": [\"door\", \"vendor\"], \"priority\": " + second + "}]";
    }

    private static String threePaths(String second, String third) {
        return twoPaths("0", "1, \"share\": " + second).replaceAll("]$", "")
                + ", {\"name\": \"audit\", \"nodes\": [\"door\", \"vendor\"], \"priority\": 2, \"share\": " + third
                + "}]";
    }

    static void shareRange(Subject subject, Subject.PathSubject path, Report report) {
        path.declared().share().ifPresent(share -> {
            if (!(share > 0 && share <= 1)) {
                report.add(
                        path.at() + "/share",
                        "path `%s`: `share` is %s. A share is a proportion of a node's counters; a rate belongs in a"
                                + " budget. Choose a value above 0 and at most 1.",
                        path.name(),
                        Shown.name(Shown.number(share)));
            }
        });
    }

    /// The best path of the top rank counts, not the first by name: the product's own example needs that.
    static void shareTop(Subject subject, Subject.NodeSubject node, Report report) {
        List<GraphPath> visiting = subject.visits().of(node.key());
        if (visiting.isEmpty()) {
            return;
        }
        long top = visiting.stream().mapToLong(GraphPath::priority).min().orElseThrow();
        GraphPath best = visiting.stream()
                .filter(path -> path.priority() == top)
                .max(Comparator.comparingDouble(path -> share(node, path)))
                .orElseThrow();
        if (share(node, best) < 1 - TOLERANCE) {
            report.add(
                    "/paths/" + subject.document().paths().indexOf(best) + "/share",
                    "node `%s`: no path of the top rank (priority %d) has share 1; the best is path `%s` with %s. The top of"
                            + " the counters could be used by no path. Give one path of that rank share 1.0.",
                    node.name(),
                    top,
                    Shown.name(best.name()),
                    Shown.number(share(node, best)));
        }
    }

    static void shareOrder(Subject subject, Subject.NodeSubject node, Report report) {
        List<GraphPath> byRank = new ArrayList<>(subject.visits().of(node.key()));
        byRank.sort(Comparator.comparingLong(GraphPath::priority));
        int told = 0;
        double smallestAbove = Double.POSITIVE_INFINITY;
        for (int start = 0; start < byRank.size(); ) {
            int end = endOfRank(byRank, start);
            double smallestHere = Double.POSITIVE_INFINITY;
            for (GraphPath lower : byRank.subList(start, end)) {
                double share = share(node, lower);
                smallestHere = Math.min(smallestHere, share);
                if (share > smallestAbove + TOLERANCE) {
                    told = tellPairs(subject, node, byRank.subList(0, start), lower, told, report);
                    if (told > MOST_PAIRS) {
                        tellMore(node, report);
                        return;
                    }
                }
            }
            smallestAbove = Math.min(smallestAbove, smallestHere);
            start = end;
        }
    }

    private static int endOfRank(List<GraphPath> byRank, int start) {
        int end = start;
        while (end < byRank.size()
                && byRank.get(end).priority() == byRank.get(start).priority()) {
            end++;
        }
        return end;
    }

    private static int tellPairs(
            Subject subject,
            Subject.NodeSubject node,
            List<GraphPath> above,
            GraphPath lower,
            int told,
            Report report) {
        int count = told;
        for (GraphPath higher : above) {
            if (share(node, lower) > share(node, higher) + TOLERANCE) {
                if (count++ == MOST_PAIRS) {
                    return count;
                }
                report.add(
                        "/paths/" + subject.document().paths().indexOf(lower) + "/share",
                        "node `%s`: path `%s` (priority %d) has share %s, and the more important path `%s` (priority %d)"
                                + " only %s. The less important path would get the larger ceiling. Swap the shares or the"
                                + " priorities.",
                        node.name(),
                        Shown.name(lower.name()),
                        lower.priority(),
                        Shown.number(share(node, lower)),
                        Shown.name(higher.name()),
                        higher.priority(),
                        Shown.number(share(node, higher)));
            }
        }
        return count;
    }

    static void shareRoundsOut(Subject subject, Subject.NodeSubject node, Report report) {
        long dearest = node.plan().cost().max();
        List<GraphPath> visiting = subject.visits().of(node.key());
        double smallestShare =
                visiting.stream().mapToDouble(path -> share(node, path)).min().orElse(1);
        List<BudgetPlan> tooSmall = node.plan().budgets().stream()
                .filter(budget -> budget.window().ceiling(smallestShare) < dearest)
                .toList();
        long smallestWindow = tooSmall.stream()
                .mapToLong(budget -> budget.window().count())
                .min()
                .orElse(Long.MAX_VALUE);
        int told = 0;
        for (GraphPath path : visiting) {
            if (smallestWindow * share(node, path) >= dearest) {
                continue;
            }
            for (BudgetPlan budget : tooSmall) {
                long ceiling = budget.window().ceiling(share(node, path));
                if (ceiling >= dearest) {
                    continue;
                }
                if (told++ == MOST_PAIRS) {
                    tellMore(node, report);
                    return;
                }
                report.add(
                        "/paths/" + subject.document().paths().indexOf(path) + "/share",
                        "node `%s`: path `%s` with share %s may use %d of the %d per window of budget `%s`, but an item may"
                                + " cost %d. The path can get stuck on its most expensive legal item. Raise the share or the"
                                + " budget%s.",
                        node.name(),
                        Shown.name(path.name()),
                        Shown.number(share(node, path)),
                        ceiling,
                        budget.window().count(),
                        Shown.name(budget.id()),
                        dearest,
                        ceiling == 0 ? "" : ", or lower the cost to at most " + ceiling);
            }
        }
    }

    private static void tellMore(Subject.NodeSubject node, Report report) {
        report.add(
                node.at(),
                "node `%s`: more than %d pairs are wrong in this way, and the rest is not listed. Correct these first.",
                node.name(),
                MOST_PAIRS);
    }

    private static double share(Subject.NodeSubject node, GraphPath path) {
        return node.plan().shares().get(path.name());
    }
}
