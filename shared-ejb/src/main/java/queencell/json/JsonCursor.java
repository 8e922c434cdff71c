package queencell.json;

import java.nio.charset.StandardCharsets;

/// Reads one JSON text in memory, front to back, taking only what is asked for.
///
/// Made for the hot paths: names are compared as bytes, whatever is not wanted is skipped without building
/// anything, and number and string lengths have no limit but memory, because a producer may push any of them
/// (wire, 2 and 23.1). The grammar is checked strictly all the same, skipped parts included; that texts are UTF-8
/// is not. One thread.
public final class JsonCursor {

    private final JsonWalk walk;
    private final byte[] bytes;
    private final int maxNesting;
    private int depth;
    private boolean fresh;
    private int nameFrom;
    private int nameEnd;
    private boolean plainName;

    /// Nesting has no limit but memory.
    public JsonCursor(byte[] bytes, int offset, int length) {
        this(new JsonWalk(bytes, offset, length), Integer.MAX_VALUE);
    }

    /// All of the bytes.
    ///
    /// @param maxNesting levels; deeper ones are a [NestingTooDeepException]
    public JsonCursor(byte[] bytes, int maxNesting) {
        this(new JsonWalk(bytes, 0, bytes.length), maxNesting);
    }

    private JsonCursor(JsonWalk walk, int maxNesting) {
        this.walk = walk;
        this.bytes = walk.bytes;
        this.maxNesting = maxNesting;
    }

    /// The bytes that are read; shared.
    public byte[] bytes() {
        return bytes;
    }

    /// Where the next thing is read: the first byte of a value behind [#peek()], the byte after it behind a value.
    public int at() {
        return walk.at;
    }

    /// Enters an object; [#nextMember] then walks through it.
    public void beginObject() throws UnreadableBytesException {
        begin('{');
    }

    public void beginArray() throws UnreadableBytesException {
        begin('[');
    }

    private void begin(char open) throws UnreadableBytesException {
        walk.expect(open);
        if (++depth > maxNesting) {
            throw new NestingTooDeepException();
        }
        fresh = true;
    }

    /// Goes to the next member's value; false at the end of the object.
    public boolean nextMember() throws UnreadableBytesException {
        if (!next('}')) {
            return false;
        }
        nameFrom = walk.at + 1;
        plainName = walk.skipString();
        nameEnd = walk.at - 1;
        walk.expect(':');
        return true;
    }

    /// Goes to the next element; false at the end of the array.
    public boolean nextElement() throws UnreadableBytesException {
        return next(']');
    }

    private boolean next(char close) throws UnreadableBytesException {
        byte c = peek();
        if (c == close) {
            walk.at++;
            depth--;
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
    public boolean named(String ascii) {
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

    /// The current member's name, escapes resolved.
    ///
    /// @param likely names that are usual here, which are then not built anew
    public String name(UsualNames likely) {
        if (!plainName) {
            return EscapedText.decode(bytes, nameFrom, nameEnd);
        }
        int length = nameEnd - nameFrom;
        String guess = length == 0 ? "" : likely.guess(bytes[nameFrom], length);
        return equal(guess, nameFrom, length) ? guess : new String(bytes, nameFrom, length, StandardCharsets.UTF_8);
    }

    /// First byte of the next value, for telling its kind.
    public byte peek() throws UnreadableBytesException {
        return walk.peek();
    }

    /// The same, where it can begin a value.
    public byte peekValue() throws UnreadableBytesException {
        walk.requireValue();
        return bytes[walk.at];
    }

    /// The text of a string value; empty for null and for every other kind.
    public String string() throws UnreadableBytesException {
        return string("");
    }

    /// As [#string()]; when the value equals `likely`, that very object is returned and nothing is built.
    public String string(String likely) throws UnreadableBytesException {
        if (peek() != '"') {
            skip();
            return "";
        }
        int from = walk.at + 1;
        boolean plain = walk.skipString();
        int length = walk.at - 1 - from;
        if (!plain) {
            return EscapedText.decode(bytes, from, walk.at - 1);
        }
        return equal(likely, from, length) ? likely : new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    /// How many bytes the text of a string value has in UTF-8, half a surrogate pair one; nothing is built. 0 for every
    /// other kind.
    public int stringBytes() throws UnreadableBytesException {
        if (peek() != '"') {
            skip();
            return 0;
        }
        int from = walk.at + 1;
        walk.skipString();
        return EscapedText.utf8Length(bytes, from, walk.at - 1);
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
    public boolean isTrue() throws UnreadableBytesException {
        boolean truth = peek() == 't';
        skip();
        return truth;
    }

    /// An integer that fits; `otherwise` for any other value.
    public long integer(long otherwise) throws UnreadableBytesException {
        byte first = peek();
        int from = walk.at;
        skip();
        if (first != '-' && (first < '0' || first > '9')) {
            return otherwise;
        }
        try {
            return Long.parseLong(new String(bytes, from, walk.at - from, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException notAnInteger) {
            return otherwise;
        }
    }

    /// Passes over one value of any kind.
    public void skip() throws UnreadableBytesException {
        walk.skip(maxNesting - depth);
        fresh = false;
    }

    /// Nothing but blanks may follow.
    public void finish() throws UnreadableBytesException {
        walk.finish();
    }
}
