package queencell.gate.document;

import java.util.Locale;

/// Where the number of a budget comes from (document, 1.4).
public enum Confidence {
    DOCUMENTED,
    INFERRED,
    ASSUMED;

    /// As documents spell it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
