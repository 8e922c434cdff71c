package queencell.proxy.route;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Percent-decoding as the broker does it: once, and an escape that is none stays as it is.
final class Percent {
    private Percent() {}

    /// Whether an escape of two hexadecimal digits starts at `at`.
    static boolean escapes(String raw, int at, int end) {
        return raw.charAt(at) == '%' && at + 2 < end && hex(raw.charAt(at + 1)) >= 0 && hex(raw.charAt(at + 2)) >= 0;
    }

    /// The byte that the escape at `at` stands for.
    static int escaped(String raw, int at) {
        return hex(raw.charAt(at + 1)) << 4 | hex(raw.charAt(at + 2));
    }

    /// The decoded bytes of a part of a raw target.
    ///
    /// @param plusIsBlank as in a query, where `+` is a blank
    static byte[] decode(String raw, int from, int to, boolean plusIsBlank) {
        var bytes = ByteBuffer.allocate(to - from);
        int at = from;
        while (at < to) {
            if (escapes(raw, at, to)) {
                bytes.put((byte) escaped(raw, at));
                at += 3;
            } else {
                char plain = raw.charAt(at++);
                bytes.put((byte) (plusIsBlank && plain == '+' ? ' ' : plain));
            }
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /// The text of decoded bytes; empty if they are not UTF-8.
    static Optional<String> text(byte[] decoded) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(decoded))
                    .toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }

    private static int hex(char digit) {
        return digit < 128 ? Character.digit(digit, 16) : -1;
    }
}
