package queencell.gate.legacy;

import queencell.gate.plan.OpPatterns;

/// Patterns of v1 that a document may not hold.
final class OpPatternRepair {

    private OpPatternRepair() {}

    /// The narrowest legal pattern that matches whatever the written one can have meant: `photo.d*` becomes `photo.*`,
    /// `*.delete` becomes `*`. A limit that applies to more is safe, one that applies to nothing is not.
    static String nearest(String pattern) {
        if (OpPatterns.isValid(pattern)) {
            return pattern;
        }
        int star = pattern.indexOf('*');
        int dot = star < 0 ? -1 : pattern.lastIndexOf('.', star);
        return dot <= 0 ? "*" : pattern.substring(0, dot) + ".*";
    }
}
