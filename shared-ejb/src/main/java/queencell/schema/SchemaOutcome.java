package queencell.schema;

import java.util.List;
import java.util.Optional;

/// What a start did to a schema. Change sets are named `<schema>:<id>`.
///
/// @param applied run now, in order
/// @param adopted found in place, because another program had made them, and noted as done
/// @param unknown noted in the database, but not part of this release: the database is ahead of it
public record SchemaOutcome(String schema, List<String> applied, List<String> adopted, List<String> unknown) {

    public SchemaOutcome {
        applied = List.copyOf(applied);
        adopted = List.copyOf(adopted);
        unknown = List.copyOf(unknown);
    }

    /// The one line to log when the database is ahead of this release.
    public Optional<String> warning() {
        return SchemaStatus.aheadWarning(schema, unknown);
    }
}
