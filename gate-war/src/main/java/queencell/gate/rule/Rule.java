package queencell.gate.rule;

import queencell.gate.document.GraphDocument;

/// One rule of the public table (document, 9).
///
/// @param name public API: clients and operators match on it
/// @param protectsAgainst what would happen without it, in a clause that follows "protects against"
/// @param example a document that raises it and one that does not
/// @param stopsStored whether it also stops a document that comes from the store (document, 9.6)
public record Rule(
        String name, Level level, String protectsAgainst, Example example, boolean stopsStored, Check check) {

    public enum Level {
        REFUSAL,
        WARNING
    }

    /// What a rule looks at in one call; it decides the order of findings.
    public sealed interface Check {}

    /// Looks at nothing that is compiled, so that it can be asked before.
    @FunctionalInterface
    interface OfDocument {
        void check(GraphDocument document, Report report);
    }

    @FunctionalInterface
    interface OfGraph {
        void check(Subject subject, Report report);
    }

    @FunctionalInterface
    interface OfPath {
        void check(Subject subject, Subject.PathSubject path, Report report);
    }

    @FunctionalInterface
    interface OfNode {
        void check(Subject subject, Subject.NodeSubject node, Report report);
    }

    @FunctionalInterface
    interface OfBudget {
        void check(Subject.NodeSubject node, Subject.BudgetSubject budget, Report report);
    }

    record DocumentCheck(OfDocument body) implements Check {}

    record GraphCheck(OfGraph body) implements Check {}

    record PathCheck(OfPath body) implements Check {}

    record NodeCheck(OfNode body) implements Check {}

    record BudgetCheck(OfBudget body) implements Check {}

    static Rule document(String name, String protectsAgainst, Example example, OfDocument body) {
        return refusal(name, protectsAgainst, example, new DocumentCheck(body));
    }

    static Rule graph(String name, String protectsAgainst, Example example, OfGraph body) {
        return refusal(name, protectsAgainst, example, new GraphCheck(body));
    }

    static Rule path(String name, String protectsAgainst, Example example, OfPath body) {
        return refusal(name, protectsAgainst, example, new PathCheck(body));
    }

    static Rule node(String name, String protectsAgainst, Example example, OfNode body) {
        return refusal(name, protectsAgainst, example, new NodeCheck(body));
    }

    static Rule budget(String name, String protectsAgainst, Example example, OfBudget body) {
        return refusal(name, protectsAgainst, example, new BudgetCheck(body));
    }

    private static Rule refusal(String name, String protectsAgainst, Example example, Check check) {
        return new Rule(name, Level.REFUSAL, protectsAgainst, example, false, check);
    }

    /// The same rule, which also stops a document that comes from the store.
    Rule stoppingStored() {
        return new Rule(name, level, protectsAgainst, example, true, check);
    }

    /// The same rule as a compromise that is reported and accepted.
    Rule asWarning() {
        return new Rule(name, Level.WARNING, protectsAgainst, example, false, check);
    }
}
