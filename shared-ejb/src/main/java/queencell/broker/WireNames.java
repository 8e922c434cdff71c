package queencell.broker;

import java.nio.charset.StandardCharsets;

/// Names the broker can store. It accepts others and then loses messages of uninvolved tenants (wire, 4, 5,
/// trap 19), so a name that breaks the rule never leaves this process.
final class WireNames {

    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_TRANSACTION_ID = 65_535;

    private WireNames() {}

    /// @param what name of the field, for the refusal
    static void check(String what, String name) {
        check(what, name, LONGEST_NAME);
    }

    static void checkTransactionId(String id) {
        check("transactionId", id, LONGEST_TRANSACTION_ID);
    }

    private static void check(String what, String text, int longest) {
        int bytes = utf8Length(what, text);
        if (bytes == 0 || bytes > longest) {
            throw new IllegalArgumentException(
                    "%s has %d bytes of UTF-8: 1 to %d are allowed".formatted(what, bytes, longest));
        }
    }

    private static int utf8Length(String what, String text) {
        boolean ascii = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c == 0x7f) {
                throw new IllegalArgumentException(
                        "%s has the control character U+%04X at position %d: the broker cannot store it"
                                .formatted(what, (int) c, i));
            }
            ascii &= c < 0x80;
        }
        return ascii ? text.length() : utf8LengthOfPairs(what, text);
    }

    /// Half a surrogate pair has no bytes: names that differ in it alone would be one name.
    private static int utf8LengthOfPairs(String what, String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int letter = text.codePointAt(i);
            if (letter >= Character.MIN_SURROGATE && letter <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException(
                        "%s has half a surrogate pair, U+%04X, at position %d: give the whole character"
                                .formatted(what, letter, i));
            }
        }
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// Percent-encodes one path segment or query value: everything outside `A-Z a-z 0-9 - _ . ~` (wire, 2).
    static String encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var encoded = new StringBuilder(bytes.length + 16);
        for (byte b : bytes) {
            int c = b & 0xff;
            if (unreserved(c)) {
                encoded.append((char) c);
            } else {
                encoded.append('%').append(hex(c >> 4)).append(hex(c & 15));
            }
        }
        return encoded.toString();
    }

    private static boolean unreserved(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '_'
                || c == '.'
                || c == '~';
    }

    private static char hex(int digit) {
        return "0123456789ABCDEF".charAt(digit);
    }
}
