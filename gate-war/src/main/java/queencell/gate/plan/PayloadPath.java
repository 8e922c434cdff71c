package queencell.gate.plan;

import java.util.Arrays;
import java.util.List;

/// Where in a message's own data a value is read, e.g. `payload.a.b` (document, 3.1).
///
/// Segments are object keys, taken literally; there is no index into arrays and no escape for a dot.
///
/// @param text as declared
/// @param segments what follows `payload`
public record PayloadPath(String text, List<String> segments) {

    private static final String ROOT = "payload";
    /// Gate's own routing stamp; nothing may be keyed on it.
    private static final String STAMP = "_gate";

    public PayloadPath {
        segments = List.copyOf(segments);
    }

    /// Any text; one that is no payload path is kept, because compiling never fails, and reads nothing.
    public static PayloadPath of(String text) {
        String[] parts = text.split("\\.", -1);
        return new PayloadPath(text, Arrays.asList(parts).subList(1, parts.length));
    }

    /// Whether a text is a payload path: `payload`, then at least one segment, none empty, the first not `_gate`.
    public static boolean isValid(String text) {
        String[] parts = text.split("\\.", -1);
        return parts.length >= 2
                && parts[0].equals(ROOT)
                && !parts[1].equals(STAMP)
                && Arrays.stream(parts).noneMatch(String::isEmpty);
    }

    @Override
    public String toString() {
        return text;
    }
}
