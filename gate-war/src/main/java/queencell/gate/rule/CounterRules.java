package queencell.gate.rule;

import java.util.List;
import queencell.gate.document.Budget;
import queencell.gate.document.Confidence;
import queencell.gate.document.Shown;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.Names;
import queencell.gate.plan.OpPatterns;
import queencell.gate.plan.PayloadPath;

/// What a budget counts, in which counter, and how sure its number is (document, 9.2 and 9.4).
final class CounterRules {

    private static final String BUDGETS = "/nodes/vendor/budgets";

    static final List<Rule> RULES = List.of(
            Rule.budget(
                    "scope-path",
                    "a budget that can give no item a counter",
                    Example.at(
                            BUDGETS,
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"scopeBy\": \"account\"}]",
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"scopeBy\":"
                                    + " \"payload.account\"}]"),
                    CounterRules::scopePath),
            Rule.budget(
                    "whenop-empty",
                    "a budget that is never charged",
                    Example.at(
                            BUDGETS,
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"whenOp\": []}]",
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"whenOp\":"
                                    + " [\"mail.delete\"]}]"),
                    CounterRules::whenopEmpty),
            Rule.budget(
                    "whenop-pattern",
                    "a typing error that switches a limit off",
                    Example.at(
                            BUDGETS,
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"whenOp\":"
                                    + " [\"*.delete\"]}]",
                            "[{\"count\": 100, \"timeMs\": 1000}, {\"count\": 9, \"timeMs\": 1000, \"whenOp\":"
                                    + " [\"mail.*\"]}]"),
                    CounterRules::whenopPattern),
            Rule.budget(
                    "budget-key",
                    "a stage that fails every call because the broker cannot take the counter's key",
                    Example.at("/nodes/vendor/budgets/0/id", '"' + "x".repeat(500) + '"', '"' + "x".repeat(480) + '"'),
                    CounterRules::budgetKey),
            Rule.budget(
                    "provenance",
                    "an unverified number that passes as a verified one",
                    Example.at(
                            BUDGETS,
                            "[{\"count\": 100, \"timeMs\": 1000, \"confidence\": \"documented\", \"source\": \"portal\"}]",
                            "[{\"count\": 100, \"timeMs\": 1000, \"confidence\": \"documented\", \"source\": \"portal\","
                                    + " \"asOf\": \"2026-06-01\"}]"),
                    CounterRules::provenance),
            Rule.budget(
                    "shared-conflict",
                    "one counter that would have to enforce two different limits",
                    Example.at(
                            BUDGETS,
                            "[{\"id\": \"a\", \"count\": 100, \"timeMs\": 1000, \"sharedKey\": \"ip\"}, {\"id\": \"b\","
                                    + " \"count\": 200, \"timeMs\": 1000, \"sharedKey\": \"ip\"}]",
                            "[{\"id\": \"a\", \"count\": 100, \"timeMs\": 1000, \"sharedKey\": \"ip\"}, {\"id\": \"b\","
                                    + " \"count\": 100, \"timeMs\": 1000, \"sharedKey\": \"ip\"}]"),
                    CounterRules::sharedConflict));

    private CounterRules() {}

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
