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
    /// @param then what still runs after it when one of its rules speaks
    record Phase(List<Rule> rules, Then then) {
        Phase(List<Rule> rules) {
            this(rules, Then.EVERYTHING);
        }
    }

    enum Then {
        EVERYTHING,
        /// The rules that a stored document is stopped by: all others take work that grows faster than the document.
        STOPPING_RULES,
        /// Nothing else can be checked.
        NOTHING
    }

    /// What the document alone is judged by, compiled or not.
    static final List<Phase> BEFORE_COMPILING = List.of(
            new Phase(List.of(OwnershipRules.DOCUMENT_SIZE), Then.STOPPING_RULES), new Phase(NamingRules.RULES));

    static final List<Phase> PHASES = inOne(List.of(
            BEFORE_COMPILING,
            List.of(
                    new Phase(ShapeRules.EXISTENCE, Then.NOTHING),
                    new Phase(ShapeRules.OF_PATHS),
                    new Phase(ShapeRules.OF_GRAPH),
                    new Phase(ObservationRules.RULES),
                    new Phase(inOne(List.of(NodeRules.RULES, BudgetRules.RULES, CounterRules.RULES))),
                    new Phase(ShareRules.RANGE),
                    new Phase(ShareRules.RULES),
                    new Phase(OwnershipRules.RULES))));

    static final List<Phase> WARNING_PHASES = List.of(new Phase(WindowWarnings.RULES), new Phase(QueueWarnings.RULES));

    static final List<Phase> WATCH_WARNING_PHASES = List.of(new Phase(QueueWarnings.RULES));

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

    private static <T> List<T> inOne(List<List<T>> tables) {
        return tables.stream().flatMap(List::stream).toList();
    }
}
