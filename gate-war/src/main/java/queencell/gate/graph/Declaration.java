package queencell.gate.graph;

import queencell.gate.document.GraphDocument;

/// What a caller wants declared, and on which condition.
///
/// @param document under the identity that the URL names
/// @param condition what the stored document must be
/// @param dryRun check everything, change nothing
public record Declaration(GraphDocument document, Condition condition, boolean dryRun) {

    /// What must stand in the store for a declaration to go through (`If-Match`, `If-None-Match`).
    public sealed interface Condition {
        Condition ANY = new Any();

        record Any() implements Condition {}

        /// No graph of this name.
        record Absent() implements Condition {}

        /// Some graph of this name.
        record Present() implements Condition {}

        /// Exactly this version of the stored key.
        record Version(long version) implements Condition {}
    }

    public static Declaration of(GraphDocument document) {
        return new Declaration(document, Condition.ANY, false);
    }
}
