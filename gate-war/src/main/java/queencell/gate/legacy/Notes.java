package queencell.gate.legacy;

import java.util.List;
import queencell.gate.document.Finding;
import queencell.gate.document.Findings;

/// Collects the notes of one migration.
final class Notes {

    private final Findings notes = new Findings();

    /// @param at pointer into the v1 body
    void add(MigrationNote note, String at, String detail, Object... arguments) {
        notes.add(note.rule(), at, detail, arguments);
    }

    List<Finding> list() {
        return notes.list();
    }
}
