package queencell.broker;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads one JSON text in memory, front to back, taking only what is asked for.
///
/// Made for the answers of the hot path: names are compared as bytes, whatever is not wanted is skipped
/// without building anything, and nesting, number and string lengths have no limit but memory, because a
/// producer may push any of them (wire, 2 and 23.1). The grammar is checked strictly all the same, skipped
/// parts included.
final class JsonCursor {

    private final byte[] bytes;
    private final int end;
    private int at;
    private boolean fresh;
    private int nameFrom;
    private int nameEnd;
    // one bit per open container while skipping: set for an object
    private long[] kinds = new long[1];

    JsonCursor(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        at = offset;
        end = offset + length;
    }

    /// Enters an object; [#nextMember] then walks through it.
    void beginObject() throws UnreadableAnswerException {
        expect('{');
        fresh = true;
    }

    void beginArray() throws UnreadableAnswerException {
        expect('[');
        fresh = true;
    }

    /// Goes to the next member's value; false at the end of the object.
    boolean nextMember() throws UnreadableAnswerException {
        if (!next('}')) {
            return false;
        }
        nameFrom = at + 1;
        skipString();
        nameEnd = at - 1;
        expect(':');
        return true;
    }

    /// Goes to the next element; false at the end of the array.
    boolean nextElement() throws UnreadableAnswerException {
        return next(']');
    }

    private boolean next(char close) throws UnreadableAnswerException {
        byte c = peek();
        if (c == close) {
            at++;
            fresh = false;
            return false;
        }
        if (!fresh) {
            expect(',');
            peek();
        }
        fresh = false;
        return true;
    }

    /// True when the current member has this name. Escaped names are never ours.
    boolean named(String ascii) {
        int length = nameEnd - nameFrom;
        if (length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[nameFrom + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// First byte of the next value, for telling its kind.
    byte peek() throws UnreadableAnswerException {
        while (at < end) {
            byte c = bytes[at];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return c;
            }
            at++;
        }
        throw broken("ends too early");
    }

    /// The text of a string value; empty for null and for every other kind.
    String string() throws UnreadableAnswerException {
        return string("");
    }

    /// As [#string()]; when the value equals `likely`, that very object is returned and nothing is built.
    String string(String likely) throws UnreadableAnswerException {
        if (peek() != '"') {
            skip();
            return "";
        }
        int from = at + 1;
        boolean plain = skipString();
        int length = at - 1 - from;
        if (!plain) {
            return decode(from, at - 1);
        }
        return equal(likely, from, length) ? likely : new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    private boolean equal(String likely, int from, int length) {
        if (likely.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[from + i] != likely.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// True for the literal `true`; any other value is skipped and false.
    boolean isTrue() throws UnreadableAnswerException {
        boolean truth = peek() == 't';
        skip();
        return truth;
    }

    /// An integer that fits; `otherwise` for any other value.
    long integer(long otherwise) throws UnreadableAnswerException {
        RawJson value = raw();
        byte first = value.array()[value.offset()];
        if (first != '-' && (first < '0' || first > '9')) {
            return otherwise;
        }
        try {
            return Long.parseLong(value.text());
        } catch (NumberFormatException notAnInteger) {
            return otherwise;
        }
    }

    /// The next value as a view on the bytes.
    RawJson raw() throws UnreadableAnswerException {
        peek();
        int from = at;
        skip();
        return new RawJson(bytes, from, at - from);
    }

    /// Nothing but blanks may follow.
    void finish() throws UnreadableAnswerException {
        while (at < end) {
            byte c = bytes[at];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                throw broken("goes on behind its end");
            }
            at++;
        }
    }

    /// Passes over one value of any kind.
    void skip() throws UnreadableAnswerException {
        int depth = 0;
        do {
            depth = skipOne(depth);
            depth = afterValue(depth);
        } while (depth > 0);
        fresh = false;
    }

    /// Passes a scalar or an empty container, or enters a container up to its first value.
    private int skipOne(int depth) throws UnreadableAnswerException {
        while (true) {
            byte c = peek();
            switch (c) {
                case '{', '[' -> {
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
    private int afterValue(int open) throws UnreadableAnswerException {
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

    private void skipName() throws UnreadableAnswerException {
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
    private boolean skipString() throws UnreadableAnswerException {
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
    private int escape(int from) throws UnreadableAnswerException {
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
    private int hex(int from) {
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

    private void skipNumber() throws UnreadableAnswerException {
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

    private void digits(int start) throws UnreadableAnswerException {
        int from = at;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == from) {
            at = start;
            throw broken("has an unexpected byte");
        }
    }

    private void literal(String word) throws UnreadableAnswerException {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= end || bytes[at + i] != word.charAt(i)) {
                throw broken("has an unexpected byte");
            }
        }
        at += word.length();
    }

    private void expect(char c) throws UnreadableAnswerException {
        if (peek() != c) {
            throw broken("lacks `" + c + "`");
        }
        at++;
    }

    private String decode(int from, int to) {
        var text = new StringBuilder(to - from);
        int run = from;
        int i = from;
        while (i < to) {
            if (bytes[i] != '\\') {
                i++;
                continue;
            }
            text.append(new String(bytes, run, i - run, StandardCharsets.UTF_8));
            char c = (char) bytes[i + 1];
            i += 2;
            switch (c) {
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append((char) hex(i));
                    i += 4;
                }
                default -> text.append(c);
            }
            run = i;
        }
        return text.append(new String(bytes, run, to - run, StandardCharsets.UTF_8))
                .toString();
    }

    private UnreadableAnswerException broken(String what) {
        return new UnreadableAnswerException("the JSON %s at byte %d of %d".formatted(what, at, end));
    }
}
