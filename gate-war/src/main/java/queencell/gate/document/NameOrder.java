package queencell.gate.document;

import java.util.Comparator;

/// Ascending order of the UTF-8 bytes, in which every list derived from an unordered map is given (document, 1.1).
///
/// That is the order of code points. [String#compareTo] compares UTF-16 units and puts U+1F600 before U+FF21.
public enum NameOrder implements Comparator<String> {
    BYTES;

    @Override
    public int compare(String left, String right) {
        int shorter = Math.min(left.length(), right.length());
        for (int i = 0; i < shorter; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                return Character.isSurrogate(a) == Character.isSurrogate(b)
                        ? Character.compare(a, b)
                        : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
