package queencell.gate.plan;

import java.util.List;

/// The `whenOp` of a budget: it applies to an item when any pattern matches the item's `op` (document, 3.3).
public record OpPatterns(List<String> patterns) {

    private static final String ANY = "*";
    private static final String BELOW = ".*";

    public OpPatterns {
        patterns = List.copyOf(patterns);
    }

    /// @param op of the item, the empty text when it has none
    public boolean matches(String op) {
        for (String pattern : patterns) {
            if (matches(pattern, op)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String pattern, String op) {
        if (pattern.equals(ANY)) {
            return true;
        }
        // `photo.*` takes what starts with `photo.`, at any depth
        return pattern.endsWith(BELOW) ? op.startsWith(pattern.substring(0, pattern.length() - 1)) : op.equals(pattern);
    }

    /// Whether a pattern can match as its author means it. Any other would be compared literally and never match.
    public static boolean isValid(String pattern) {
        if (pattern.equals(ANY)) {
            return true;
        }
        String fixed = pattern.endsWith(BELOW) ? pattern.substring(0, pattern.length() - 2) : pattern;
        return !fixed.isEmpty() && fixed.indexOf('*') < 0;
    }
}
