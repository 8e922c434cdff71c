package queencell.gate.item;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Steps over JSON in a byte array. Positions in, positions out; nothing is copied. Outside of valid JSON it never
/// throws and never leaves the range, but what it answers means nothing: [PayloadScanner] checks what it relies on.
final class JsonBytes {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';

    private JsonBytes() {}

    static int skipSpace(byte[] json, int at, int end) {
        int i = at;
        while (i < end && json[i] <= ' ' && json[i] >= 0) {
            i++;
        }
        return i;
    }

    /// Eight bytes at a time: most of a payload is the inside of texts.
    static int nextQuoteOrBackslash(byte[] json, int at, int end) {
        int i = at;
        while (i + 8 <= end) {
            long word = (long) LONG.get(json, i);
            long hit = zeroBytes(word ^ QUOTES) | zeroBytes(word ^ BACKSLASHES);
            if (hit != 0) {
                return i + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
            i += 8;
        }
        while (i < end && json[i] != '"' && json[i] != '\\') {
            i++;
        }
        return i;
    }

    /// The high bit of every byte that is zero; below the lowest hit there is none.
    private static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGHS;
    }

    static int endOfWord(byte[] json, int at, int end) {
        int i = at;
        while (i < end && json[i] >= 'a' && json[i] <= 'z') {
            i++;
        }
        return i;
    }

    static boolean sameBytes(byte[] json, int from, int to, byte[] expected) {
        return to - from == expected.length && startsWith(json, from, expected);
    }

    private static boolean startsWith(byte[] json, int from, byte[] expected) {
        for (int i = 0; i < expected.length; i++) {
            if (json[from + i] != expected[i]) {
                return false;
            }
        }
        return true;
    }

    /// The text between two quotes, with its escapes resolved.
    static String text(byte[] json, int from, int to) {
        int escape = from;
        while (escape < to && json[escape] != '\\') {
            escape++;
        }
        if (escape == to) {
            return new String(json, from, to - from, StandardCharsets.UTF_8);
        }
        var text = new StringBuilder(to - from);
        int plain = from;
        int i = escape;
        while (i < to) {
            if (json[i] != '\\') {
                i++;
                continue;
            }
            text.append(new String(json, plain, i - plain, StandardCharsets.UTF_8));
            i = unescape(json, i, to, text);
            plain = i;
        }
        return text.append(new String(json, plain, to - plain, StandardCharsets.UTF_8))
                .toString();
    }

    private static int unescape(byte[] json, int at, int to, StringBuilder text) {
        if (at + 1 >= to) {
            return to;
        }
        byte kind = json[at + 1];
        if (kind == 'u') {
            int unit = hex(json, at + 2, to);
            text.append((char) Math.max(unit, 0));
            return Math.min(at + 6, to);
        }
        text.append(
                switch (kind) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    case 'r' -> '\r';
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    default -> (char) kind;
                });
        return at + 2;
    }

    /// Four hex digits, or -1.
    static int hex(byte[] json, int at, int to) {
        if (at + 4 > to) {
            return -1;
        }
        int unit = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = Character.digit(json[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }
}
