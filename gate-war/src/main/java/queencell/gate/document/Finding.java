package queencell.gate.document;

/// One thing that is to be said about a document: a reason to refuse it, a warning, or a migration note
/// (document, 9.1). Rule names are public API.
///
/// @param rule public name of the rule
/// @param path JSON pointer to the field it is about; for a missing field, where it belongs
/// @param detail names the object, the numbers, the consequence and the fix
public record Finding(String rule, String path, String detail) {

    /// The pseudo-rule of structural refusals (document, 9.2).
    public static final String SCHEMA = "schema";

    /// `[rule] detail`, the form in which API answers carry it.
    @Override
    public String toString() {
        return "[" + rule + "] " + detail;
    }
}
