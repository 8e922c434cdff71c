package queencell.json;

import java.util.Arrays;

/// Walks over JSON bytes and checks the grammar strictly, without building anything. Number and string lengths have no
/// limit but memory, because a producer may push any of them (wire, 2 and 23.1).
final class JsonWalk {

    final byte[] bytes;
    private final int end;
    /// Where the walk stands.
    int at;
    // one bit per open container while skipping: set for an object
    private long[] kinds = new long[1];

    JsonWalk(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        at = offset;
        end = offset + length;
    }

    /// First byte of the next value, for telling its kind.
    byte peek() throws UnreadableBytesException {
        while (at < end) {
            byte c = bytes[at];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return c;
            }
            at++;
        }
        throw broken("ends too early");
    }

    /// Goes to the next value, which may be broken further behind.
    void requireValue() throws UnreadableBytesException {
        byte c = peek();
        boolean begins = c == '"' || c == '{' || c == '[' || c == '-' || c >= '0' && c <= '9';
        if (!begins) {
            int from = at;
            literal(c == 't' ? "true" : c == 'f' ? "false" : "null");
            at = from;
        }
    }

    /// Nothing but blanks may follow.
    void finish() throws UnreadableBytesException {
        while (at < end) {
            byte c = bytes[at];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                throw broken("goes on behind its end");
            }
            at++;
        }
    }

    /// Passes over one value of any kind.
    ///
    /// @param most levels of nesting that it may have
    void skip(int most) throws UnreadableBytesException {
        int depth = 0;
        do {
            depth = skipOne(depth, most);
            depth = afterValue(depth);
        } while (depth > 0);
    }

    /// Passes a scalar or an empty container, or enters a container up to its first value.
    private int skipOne(int outer, int most) throws UnreadableBytesException {
        int depth = outer;
        while (true) {
            byte c = peek();
            switch (c) {
                case '{', '[' -> {
                    if (depth >= most) {
                        throw new NestingTooDeepException();
                    }
                    at++;
                    boolean object = c == '{';
                    if (peek() == (object ? '}' : ']')) {
                        at++;
                        return depth;
                    }
                    mark(depth++, object);
                    if (object) {
                        skipName();
                    }
                }
                case '"' -> {
                    skipString();
                    return depth;
                }
                case 't' -> {
                    literal("true");
                    return depth;
                }
                case 'f' -> {
                    literal("false");
                    return depth;
                }
                case 'n' -> {
                    literal("null");
                    return depth;
                }
                default -> {
                    skipNumber();
                    return depth;
                }
            }
        }
    }

    /// Leaves every container that ends here; stops in front of the next value, or at depth 0.
    private int afterValue(int open) throws UnreadableBytesException {
        int depth = open;
        while (depth > 0) {
            boolean object = isObject(depth - 1);
            byte c = peek();
            at++;
            if (c == ',') {
                if (object) {
                    skipName();
                }
                return depth;
            }
            if (c != (object ? '}' : ']')) {
                at--;
                throw broken("has an unexpected byte");
            }
            depth--;
        }
        return 0;
    }

    private void skipName() throws UnreadableBytesException {
        peek();
        skipString();
        expect(':');
    }

    private void mark(int depth, boolean object) {
        int word = depth >> 6;
        if (word == kinds.length) {
            kinds = Arrays.copyOf(kinds, kinds.length * 2);
        }
        long bit = 1L << (depth & 63);
        kinds[word] = object ? kinds[word] | bit : kinds[word] & ~bit;
    }

    private boolean isObject(int depth) {
        return (kinds[depth >> 6] >>> (depth & 63) & 1) != 0;
    }

    /// @return true when the string has no escape
    boolean skipString() throws UnreadableBytesException {
        if (at >= end || bytes[at] != '"') {
            throw broken("lacks a string");
        }
        boolean plain = true;
        for (int i = at + 1; i < end; i++) {
            byte c = bytes[i];
            if (c == '"') {
                at = i + 1;
                return plain;
            }
            if (c == '\\') {
                plain = false;
                i = escape(i + 1);
            } else if (c >= 0 && c < 0x20) {
                at = i;
                throw broken("has a control character in a string");
            }
        }
        at = end;
        throw broken("ends inside a string");
    }

    /// @return index of the escape's last byte
    private int escape(int from) throws UnreadableBytesException {
        if (from < end) {
            switch (bytes[from]) {
                case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
                    return from;
                }
                case 'u' -> {
                    if (from + 4 < end && hex(from + 1) >= 0) {
                        return from + 4;
                    }
                }
                default -> {}
            }
        }
        at = Math.min(from, end);
        throw broken("has a bad escape");
    }

    /// Four hexadecimal digits, or -1.
    int hex(int from) {
        int value = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = bytes[i] < 0 ? -1 : Character.digit(bytes[i], 16);
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private void skipNumber() throws UnreadableBytesException {
        int start = at;
        if (bytes[at] == '-') {
            at++;
        }
        if (at < end && bytes[at] == '0') {
            at++;
        } else {
            digits(start);
        }
        if (at < end && bytes[at] == '.') {
            at++;
            digits(start);
        }
        if (at < end && (bytes[at] | 0x20) == 'e') {
            at++;
            if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            digits(start);
        }
    }

    private void digits(int start) throws UnreadableBytesException {
        int from = at;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == from) {
            at = start;
            throw broken("has an unexpected byte");
        }
    }

    private void literal(String word) throws UnreadableBytesException {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= end || bytes[at + i] != word.charAt(i)) {
                throw broken("has an unexpected byte");
            }
        }
        at += word.length();
    }

    void expect(char c) throws UnreadableBytesException {
        if (peek() != c) {
            throw broken("lacks `" + c + "`");
        }
        at++;
    }

    private UnreadableBytesException broken(String what) {
        return new UnreadableBytesException("the JSON %s at byte %d of %d".formatted(what, at, end));
    }
}
