package queencell.gate.graph;

import java.util.Optional;

/// Checks what a caller demands of the stored document (`If-Match`, `If-None-Match`).
final class Preconditions {

    private Preconditions() {}

    static Optional<Declared> unmet(Declaration.Condition condition, Optional<Inventory.Stored> stored, GraphId id) {
        boolean met = switch (condition) {
            case Declaration.Condition.Any all -> true;
            case Declaration.Condition.Absent absent -> stored.isEmpty();
            case Declaration.Condition.Present present -> stored.isPresent();
            case Declaration.Condition.AnyOf any ->
                stored.filter(found -> any.versions().contains(found.version())).isPresent();
            case Declaration.Condition.NoneOf none ->
                stored.filter(found -> none.versions().contains(found.version()))
                        .isEmpty();
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
