package queencell.gate.rule;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import queencell.gate.document.Finding;

/// All rules, in the order in which they run (document, 9.1). `docs/gate-rules.md` is generated from it.
public final class RuleTable {

    /// Rules that run one after another, each over the whole document.
    ///
    /// @param endsTheRun when a rule of it speaks, nothing after it can be checked
    record Phase(List<Rule> rules, boolean endsTheRun) {}

    static final List<Phase> PHASES = List.of(
            new Phase(List.of(OwnershipRules.DOCUMENT_SIZE), true),
            new Phase(NamingRules.RULES, false),
            new Phase(ShapeRules.EXISTENCE, true),
            new Phase(ShapeRules.OF_PATHS, false),
            new Phase(ShapeRules.OF_GRAPH, false),
            new Phase(ObservationRules.RULES, false),
            new Phase(inOne(List.of(NodeRules.RULES, BudgetRules.RULES, CounterRules.RULES)), false),
            new Phase(ShareRules.RANGE, false),
            new Phase(ShareRules.RULES, false),
            new Phase(OwnershipRules.RULES, false));

    static final List<Phase> WARNING_PHASES =
            List.of(new Phase(WindowWarnings.RULES, false), new Phase(QueueWarnings.RULES, false));

    static final List<Phase> WATCH_WARNING_PHASES = List.of(new Phase(QueueWarnings.RULES, false));

    /// Reasons to refuse a document.
    public static final List<Rule> REFUSALS = rules(PHASES);

    /// Compromises that an accepted document makes.
    public static final List<Rule> WARNINGS = rules(WARNING_PHASES);

    private static final Map<String, Rule> BY_NAME =
            REFUSALS.stream().collect(Collectors.toMap(Rule::name, Function.identity()));

    private RuleTable() {}

    /// Whether this finding also stops a document that comes from the store. A rule that an upgrade added must not take
    /// down a graph that works (document, 9.6).
    public static boolean stopsStored(Finding problem) {
        Rule rule = BY_NAME.get(problem.rule());
        return rule != null && rule.stopsStored();
    }

    private static List<Rule> rules(List<Phase> phases) {
        return phases.stream().flatMap(phase -> phase.rules().stream()).toList();
    }

    private static List<Rule> inOne(List<List<Rule>> tables) {
        return tables.stream().flatMap(List::stream).toList();
    }
}
