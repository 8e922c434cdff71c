package queencell.broker;

import java.nio.charset.StandardCharsets;

/// Reads one JSON text in memory, front to back, taking only what is asked for.
///
/// Made for the answers of the hot path: names are compared as bytes, whatever is not wanted is skipped
/// without building anything, and nesting, number and string lengths have no limit but memory, because a
/// producer may push any of them (wire, 2 and 23.1). The grammar is checked strictly all the same, skipped
/// parts included.
final class JsonCursor {

    private final JsonWalk walk;
    private final byte[] bytes;
    private boolean fresh;
    private int nameFrom;
    private int nameEnd;

    JsonCursor(byte[] bytes, int offset, int length) {
        walk = new JsonWalk(bytes, offset, length);
        this.bytes = bytes;
    }

    /// Enters an object; [#nextMember] then walks through it.
    void beginObject() throws UnreadableAnswerException {
        walk.expect('{');
        fresh = true;
    }

    void beginArray() throws UnreadableAnswerException {
        walk.expect('[');
        fresh = true;
    }

    /// Goes to the next member's value; false at the end of the object.
    boolean nextMember() throws UnreadableAnswerException {
        if (!next('}')) {
            return false;
        }
        nameFrom = walk.at + 1;
        walk.skipString();
        nameEnd = walk.at - 1;
        walk.expect(':');
        return true;
    }

    /// Goes to the next element; false at the end of the array.
    boolean nextElement() throws UnreadableAnswerException {
        return next(']');
    }

    private boolean next(char close) throws UnreadableAnswerException {
        byte c = peek();
        if (c == close) {
            walk.at++;
            fresh = false;
            return false;
        }
        if (!fresh) {
            walk.expect(',');
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
        return walk.peek();
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
        int from = walk.at + 1;
        boolean plain = walk.skipString();
        int length = walk.at - 1 - from;
        if (!plain) {
            return decode(from, walk.at - 1);
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
        int from = walk.at;
        skip();
        return new RawJson(bytes, from, walk.at - from);
    }

    /// Passes over one value of any kind.
    void skip() throws UnreadableAnswerException {
        walk.skip();
        fresh = false;
    }

    /// Nothing but blanks may follow.
    void finish() throws UnreadableAnswerException {
        walk.finish();
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
                    text.append((char) walk.hex(i));
                    i += 4;
                }
                default -> text.append(c);
            }
            run = i;
        }
        return text.append(new String(bytes, run, to - run, StandardCharsets.UTF_8))
                .toString();
    }
}
