package queencell.gate.rule;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import queencell.gate.document.Amount;
import queencell.gate.document.Budget;
import queencell.gate.document.Cost;
import queencell.gate.document.Shown;
import queencell.gate.plan.CompileOptions;
import queencell.gate.plan.PayloadPath;

/// Cost, claim size and the set of budgets of one node (document, 9.2).
final class NodeRules {

    /// A breaker writes every counter of the node and its own record in one call of at most 256 operations.
    static final int WIDEST_BREAKER = 255;

    static final List<Rule> RULES = List.of(
            Rule.node(
                    "cost-integer",
                    "a counter that would have to hold a fraction, or count backwards",
                    Example.at("/nodes/vendor/cost", "1.5", "2"),
                    NodeRules::costInteger),
            Rule.node(
                    "cost-max",
                    "a node that refuses even the items that state no cost",
                    Example.at(
                            "/nodes/vendor/cost",
                            "{\"path\": \"payload.weight\", \"default\": 9, \"max\": 4}",
                            "{\"path\": \"payload.weight\", \"default\": 4, \"max\": 9}"),
                    NodeRules::costMax),
            Rule.node(
                    "cost-path",
                    "a cost that is never found, so that every item costs the default",
                    Example.at("/nodes/vendor/cost", "{\"path\": \"rooms\"}", "{\"path\": \"payload.rooms\"}"),
                    NodeRules::costPath),
            Rule.node(
                    "batch-range",
                    "a claim that needs more counters than one call can charge, or a silent clamp",
                    Example.at("/nodes/vendor/batch", "5000", "500"),
                    NodeRules::batchRange),
            Rule.node(
                    "node-budget",
                    "a node that lets everything pass",
                    Example.at("/nodes/vendor/budgets", "[]", "[{\"count\": 100, \"timeMs\": 1000}]"),
                    NodeRules::nodeBudget),
            Rule.node(
                    "node-unscoped-budget",
                    "items that meet no limit, an ETA without a rate, a breaker that cannot stop every item",
                    Example.at(
                            "/nodes/vendor/budgets",
                            "[{\"count\": 10, \"timeMs\": 1000, \"scopeBy\": \"payload.account\"}]",
                            "[{\"count\": 10, \"timeMs\": 1000, \"scopeBy\": \"payload.account\"},"
                                    + " {\"count\": 100, \"timeMs\": 1000}]"),
                    NodeRules::nodeUnscopedBudget),
            Rule.node(
                    "breaker-width",
                    "a backoff that cannot stop the node in one call",
                    Example.at("/nodes/vendor/budgets", manyBudgets(256), manyBudgets(255)),
                    NodeRules::breakerWidth));

    private NodeRules() {}

    private static String manyBudgets(int count) {
        var budgets = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            budgets.append(i == 0 ? "" : ", ").append("{\"count\": 100, \"timeMs\": 1000}");
        }
        return budgets.append("]").toString();
    }

    static void costInteger(Subject subject, Subject.NodeSubject node, Report report) {
        switch (node.declared().cost()) {
            case Cost.Constant constant -> costInteger(node, "/cost", constant.amount(), report);
            case Cost.FromPayload read -> {
                costInteger(node, "/cost/default", read.byDefault(), report);
                // a whole maximum below one is below the default, which `cost-max` says
                read.max()
                        .filter(max -> max.fraction().isPresent())
                        .ifPresent(max -> costInteger(node, "/cost/max", max, report));
            }
        }
    }

    private static void costInteger(Subject.NodeSubject node, String field, Amount amount, Report report) {
        if (!amount.spendable()) {
            report.add(
                    node.at() + field,
                    "node `%s`: `%s` is %s, and a counter holds whole units of at least 1. Use a smaller unit: count"
                            + " tenths, and multiply the budgets by ten.",
                    node.name(),
                    field.substring(1).replace('/', '.'),
                    Shown.name(amount.toString()));
        }
    }

    static void costMax(Subject subject, Subject.NodeSubject node, Report report) {
        if (node.declared().cost() instanceof Cost.FromPayload read) {
            read.max().ifPresent(max -> {
                boolean whole =
                        max.fraction().isEmpty() && read.byDefault().fraction().isEmpty();
                if (whole && max.units() < read.byDefault().units()) {
                    report.add(
                            node.at() + "/cost/max",
                            "node `%s`: `cost.max` is %d and `cost.default` is %d, so even an item that states no cost"
                                    + " would be refused. Raise `max` to at least %3$d, or lower `default`.",
                            node.name(),
                            max.units(),
                            read.byDefault().units());
                }
            });
        }
    }

    static void costPath(Subject subject, Subject.NodeSubject node, Report report) {
        if (node.declared().cost() instanceof Cost.FromPayload read && !PayloadPath.isValid(read.path())) {
            report.add(
                    node.at() + "/cost/path",
                    "node `%s`: `cost.path` is `%s`, where no cost would ever be found, so every item would cost the"
                            + " default. Write `payload.field`, with a dot before each key; `payload._gate` is reserved.",
                    node.name(),
                    Shown.name(read.path()));
        }
    }

    static void batchRange(Subject subject, Subject.NodeSubject node, Report report) {
        node.declared().batch().ifPresent(batch -> {
            if (batch < 1 || batch > CompileOptions.MAX_BATCH) {
                report.add(
                        node.at() + "/batch",
                        "node `%s`: `batch` is %d, 1 to %d is allowed, because a claim may touch one counter per message,"
                                + " and a silent clamp would go unnoticed. Choose 1 to %3$d.",
                        node.name(),
                        batch,
                        CompileOptions.MAX_BATCH);
            }
        });
    }

    static void nodeBudget(Subject subject, Subject.NodeSubject node, Report report) {
        if (!subject.watching() && node.declared().budgets().isEmpty()) {
            report.add(
                    node.at() + "/budgets",
                    "node `%s` has no budget, so everything passes through unlimited. Add a limit, e.g. `{\"count\": 100,"
                            + " \"timeMs\": 1000}`.",
                    node.name());
        }
    }

    static void nodeUnscopedBudget(Subject subject, Subject.NodeSubject node, Report report) {
        List<Budget> budgets = node.declared().budgets();
        if (!subject.watching() && !budgets.isEmpty() && budgets.stream().noneMatch(Budget::nodeWide)) {
            report.add(
                    node.at() + "/budgets",
                    "node `%s`: each of its %d budgets has `scopeBy` or `whenOp`, so the ETA has no rate that every item"
                            + " meets and the breaker no counter that stops every item. Add one budget without both.",
                    node.name(),
                    budgets.size());
        }
    }

    static void breakerWidth(Subject subject, Subject.NodeSubject node, Report report) {
        Set<String> keys = new HashSet<>();
        for (Subject.BudgetSubject budget : node.budgets()) {
            if (budget.plan().unscoped()) {
                keys.add(budget.plan().key());
            }
        }
        if (keys.size() > WIDEST_BREAKER) {
            report.add(
                    node.at() + "/budgets",
                    "node `%s` has %d counters without `scopeBy`, at most %d are allowed: a backoff writes all of them and"
                            + " its own record in one call of at most 256 operations. Declare fewer; budgets with one"
                            + " `sharedKey` count once.",
                    node.name(),
                    keys.size(),
                    WIDEST_BREAKER);
        }
    }
}
