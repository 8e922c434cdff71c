package queencell.gate.graph;

import java.util.Set;
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

        /// One of these versions of the stored key.
        record AnyOf(Set<Long> versions) implements Condition {
            public AnyOf {
                versions = Set.copyOf(versions);
            }
        }

        /// Nothing, or a version of the stored key that is none of these.
        record NoneOf(Set<Long> versions) implements Condition {
            public NoneOf {
                versions = Set.copyOf(versions);
            }
        }
    }

    public static Declaration of(GraphDocument document) {
        return new Declaration(document, Condition.ANY, false);
    }
}
