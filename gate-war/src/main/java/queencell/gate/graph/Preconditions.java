package queencell.gate.graph;

import java.util.Optional;

/// Checks what a caller demands of the stored document (`If-Match`, `If-None-Match`).
final class Preconditions {

    private Preconditions() {}

    static Optional<Declared> unmet(Declaration.Condition condition, Optional<Inventory.Stored> stored, GraphId id) {
        boolean met = switch (condition) {
            case Declaration.Condition.Any any -> true;
            case Declaration.Condition.Absent absent -> stored.isEmpty();
            case Declaration.Condition.Present present -> stored.isPresent();
            case Declaration.Condition.Version(long version) ->
                stored.isPresent() && stored.get().version() == version;
        };
        if (met) {
            return Optional.empty();
        }
        String text = stored.isPresent()
                ? "%s is stored with ETag \"%d\", not as the request demands; read it, apply the change to that, and declare again"
                        .formatted(id, stored.get().version())
                : "%s is not stored, and the request demands that it is; declare without If-Match to create it"
                        .formatted(id);
        return Optional.of(Declared.Refused.of(Declared.Reason.PRECONDITION, text));
    }
}
