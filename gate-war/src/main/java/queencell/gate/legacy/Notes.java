package queencell.gate.legacy;

import java.util.List;
import queencell.gate.document.Finding;
import queencell.gate.document.Findings;

/// Collects the notes of one migration.
final class Notes {

    /// More than a document that the store takes can be mapped from, as each field is told about (document, 12.1);
    /// only the names that `consume` has for nothing can be more.
    private static final int MOST = 10_000;

    private final Findings notes = new Findings(MOST);

    /// @param at pointer into the v1 body
    void add(MigrationNote note, String at, String detail, Object... arguments) {
        notes.add(note.rule(), at, detail, arguments);
    }

    List<Finding> list() {
        return notes.list();
    }
}
