package queencell.gate.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Compares the counters of one node in two plans. A counter is its key: a budget under another name is another
/// counter.
final class BudgetComparison {

    private static final int CEILINGS_SHOWN = 20;

    private final NodePlan before;
    private final NodePlan after;
    private final List<PlanDiff.Change> changes;
    private final String node;

    BudgetComparison(NodePlan before, NodePlan after, List<PlanDiff.Change> changes) {
        this.before = before;
        this.after = after;
        this.changes = changes;
        this.node = Words.name(after.name());
    }

    void compare() {
        Map<String, List<BudgetPlan>> was = byKey(before);
        Map<String, List<BudgetPlan>> is = byKey(after);
        was.forEach((key, budgets) -> {
            List<BudgetPlan> next = is.get(key);
            if (next == null) {
                bump(
                        BumpReason.COUNTER_REPLACED,
                        "counter %s of node %s (budget %s) is no longer spent",
                        Words.name(key),
                        node,
                        Words.name(budgets.getFirst().id()));
            } else {
                sameCounter(key, budgets, next);
            }
        });
        is.forEach((key, budgets) -> {
            if (!was.containsKey(key)) {
                budgets.forEach(this::added);
            }
        });
    }

    /// Several budgets of a node may name one shared counter.
    private static Map<String, List<BudgetPlan>> byKey(NodePlan node) {
        Map<String, List<BudgetPlan>> byKey = new LinkedHashMap<>();
        node.budgets()
                .forEach(budget -> byKey.computeIfAbsent(budget.key(), key -> new ArrayList<>())
                        .add(budget));
        return byKey;
    }

    private void sameCounter(String key, List<BudgetPlan> was, List<BudgetPlan> is) {
        Set<Optional<PayloadPath>> scopesAfter = scopes(is);
        scopes(was).stream()
                .filter(scope -> !scopesAfter.contains(scope))
                .forEach(scope -> bump(
                        BumpReason.SCOPE_CHANGED,
                        "counter %s of node %s counts per %s instead of per %s",
                        Words.name(key),
                        node,
                        scope(is.getFirst().scopeBy()),
                        scope(scope)));
        for (int i = 0; i < Math.max(was.size(), is.size()); i++) {
            if (i >= was.size()) {
                added(is.get(i));
            } else if (i >= is.size()) {
                say(
                        "budget %s of node %s is removed, its counter stays with others",
                        Words.name(was.get(i).id()), node);
            } else {
                budget(was.get(i), is.get(i));
            }
        }
    }

    private static Set<Optional<PayloadPath>> scopes(List<BudgetPlan> budgets) {
        return budgets.stream().map(BudgetPlan::scopeBy).collect(Collectors.toSet());
    }

    private static String scope(Optional<PayloadPath> path) {
        return path.map(scope -> Words.name(scope.text())).orElse("node");
    }

    private void added(BudgetPlan budget) {
        say(
                "budget %s of node %s is added: %s, enforced as %s",
                Words.name(budget.id()),
                node,
                Words.declared(budget.count(), budget.timeMs()),
                Words.rate(budget.window().count(), budget.window().seconds()));
    }

    private void budget(BudgetPlan was, BudgetPlan is) {
        String budget = "budget " + Words.name(is.id()) + " of node " + node;
        if (!was.id().equals(is.id())) {
            say("%s was called %s, its counter stays", budget, Words.name(was.id()));
        }
        if (was.count() != is.count()
                || was.timeMs() != is.timeMs()
                || !was.window().equals(is.window())) {
            say(
                    "%s becomes %s instead of %s, enforced as %s instead of %s",
                    budget,
                    Words.declared(is.count(), is.timeMs()),
                    Words.declared(was.count(), was.timeMs()),
                    Words.rate(is.window().count(), is.window().seconds()),
                    Words.rate(was.window().count(), was.window().seconds()));
        }
        if (!was.whenOp().equals(is.whenOp())) {
            say("%s applies to %s instead of %s", budget, operations(is), operations(was));
        }
        if (was.confidence() != is.confidence()) {
            say(
                    "%s is %s instead of %s",
                    budget, is.confidence().word(), was.confidence().word());
        }
        ceilings(budget, was, is);
    }

    private static String operations(BudgetPlan budget) {
        return budget.whenOp()
                .map(when -> "operations " + PlanComparison.named(when.patterns()))
                .orElse("every item");
    }

    private void ceilings(String budget, BudgetPlan was, BudgetPlan is) {
        Map<String, Long> before = was.ceilings();
        int told = 0;
        int more = 0;
        for (Map.Entry<String, Long> ceiling : is.ceilings().entrySet()) {
            Long old = before.get(ceiling.getKey());
            if (old == null || old.equals(ceiling.getValue())) {
                continue;
            }
            if (told++ < CEILINGS_SHOWN) {
                say(
                        "ceiling of path %s on %s %s per %d s",
                        Words.name(ceiling.getKey()),
                        budget,
                        Words.moved(old, ceiling.getValue()),
                        is.window().seconds());
            } else {
                more++;
            }
        }
        if (more > 0) {
            say("%d more ceilings on %s move with it", more, budget);
        }
    }

    private void say(String text, Object... arguments) {
        changes.add(new PlanDiff.Change(String.format(Locale.ROOT, text, arguments), Optional.empty()));
    }

    private void bump(BumpReason reason, String text, Object... arguments) {
        changes.add(new PlanDiff.Change(String.format(Locale.ROOT, text, arguments), Optional.of(reason)));
    }
}
