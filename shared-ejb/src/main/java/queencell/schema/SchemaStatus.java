package queencell.schema;

import java.util.List;
import java.util.Optional;

/// How a schema compares with this release. Change sets are named `<schema>:<id>`.
///
/// @param pending what [SchemaUpdate#apply()] would run, in order
/// @param unknown noted in the database, but not part of this release: the database is ahead of it
public record SchemaStatus(String schema, List<String> pending, List<String> unknown) {

    public SchemaStatus {
        pending = List.copyOf(pending);
        unknown = List.copyOf(unknown);
    }

    public boolean upToDate() {
        return pending.isEmpty();
    }

    /// The one line to log when the database is ahead of this release.
    public Optional<String> warning() {
        return aheadWarning(schema, unknown);
    }

    static Optional<String> aheadWarning(String schema, List<String> unknown) {
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "schema %s is ahead of this release: it holds %s, unknown here; functions already there are left as they are"
                        .formatted(schema, String.join(", ", unknown)));
    }
}
