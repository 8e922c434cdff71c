package queencell.gate.graph;

import java.util.List;
import queencell.gate.document.Finding;
import queencell.gate.plan.Plan;

/// What a declaration is answered (runtime, 12).
public sealed interface Declared {

    /// Validated, provisioned, running and stored; for a dry run, what would be.
    ///
    /// @param version of the stored document, for conditional writes; 0 for a dry run
    /// @param changes the difference to what stands now, in words
    /// @param needsBump whether the difference asks for a higher document version
    record Accepted(Plan plan, List<Finding> warnings, long version, List<String> changes, boolean needsBump)
            implements Declared {
        public Accepted {
            warnings = List.copyOf(warnings);
            changes = List.copyOf(changes);
        }
    }

    /// Nothing was changed, except where the text says so.
    ///
    /// @param problems of the document; empty for any other reason
    record Refused(Reason reason, String text, List<Finding> problems) implements Declared {
        public Refused {
            problems = List.copyOf(problems);
        }

        static Refused of(Reason reason, String text) {
            return new Refused(reason, text, List.of());
        }
    }

    /// Why a declaration was refused; the API gives each its status.
    enum Reason {
        INVALID_DOCUMENT,
        VERSION_BUMP,
        QUEUE_OWNED,
        PRECONDITION,
        LOST_RACE,
        STORE_UNAVAILABLE,
        PROVISIONING_FAILED,
        NOT_STORED
    }
}
