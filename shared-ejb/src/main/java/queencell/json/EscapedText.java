package queencell.json;

import java.nio.charset.StandardCharsets;

/// The inside of a JSON string whose grammar has been checked: UTF-8 with escapes.
///
/// A text may be as long as a body. None of it is copied more often than the result needs.
final class EscapedText {
    private static final int PIECE = 8192;

    private EscapedText() {}

    /// @param to behind the last byte
    static String decode(byte[] bytes, int from, int to) {
        var text = new StringBuilder(to - from);
        int run = from;
        int at = from;
        while (at < to) {
            if (bytes[at] != '\\') {
                at++;
                continue;
            }
            append(text, bytes, run, at);
            char letter = (char) bytes[at + 1];
            at += 2;
            switch (letter) {
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append(unit(bytes, at));
                    at += 4;
                }
                default -> text.append(letter);
            }
            run = at;
        }
        append(text, bytes, run, to);
        return text.toString();
    }

    /// What stands between two escapes, in pieces of whole characters.
    private static void append(StringBuilder text, byte[] bytes, int from, int to) {
        int at = from;
        while (to - at > PIECE) {
            int end = at + PIECE;
            while (end > at + PIECE - 4 && (bytes[end] & 0xC0) == 0x80) {
                end--;
            }
            text.append(new String(bytes, at, end - at, StandardCharsets.UTF_8));
            at = end;
        }
        text.append(new String(bytes, at, to - at, StandardCharsets.UTF_8));
    }

    /// How many bytes the text has in UTF-8; half a surrogate pair is one, as Java encodes it. Builds nothing.
    static int utf8Length(byte[] bytes, int from, int to) {
        int length = 0;
        boolean afterHigh = false;
        int at = from;
        while (at < to) {
            char unit = 0;
            if (bytes[at] == '\\' && bytes[at + 1] == 'u') {
                unit = unit(bytes, at + 2);
                at += 6;
            } else {
                // a byte of a longer character is one of its bytes, and each short escape stands for one
                at += bytes[at] == '\\' ? 2 : 1;
            }
            boolean completes = afterHigh && Character.isLowSurrogate(unit);
            length += completes ? 3 : Character.isSurrogate(unit) || unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
            afterHigh = Character.isHighSurrogate(unit);
        }
        return length;
    }

    private static char unit(byte[] bytes, int from) {
        int value = 0;
        for (int at = from; at < from + 4; at++) {
            value = value << 4 | Character.digit(bytes[at], 16);
        }
        return (char) value;
    }
}
