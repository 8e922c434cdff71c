package queencell.broker;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import queencell.json.JsonCursor;
import queencell.json.UnreadableBytesException;

/// Tells whether a payload can pass through a transaction (wire, 9.1). A plain push accepts anything that
/// looks like JSON; a transaction parses it, and refuses the whole bundle without naming the item when it
/// meets one of these.
public final class Relayable {

    /// Deepest nesting of a payload; the rest of the broker's 127 is used up by the bundle around it.
    static final int DEEPEST = 122;

    private Relayable() {}

    /// Why the broker would refuse a bundle with this payload; empty when it would not.
    ///
    /// @param payload one JSON text
    public static Optional<String> obstacle(RawJson payload) {
        try {
            return new Walk(payload).obstacle();
        } catch (UnreadableBytesException noJson) {
            return Optional.of(noJson.getMessage());
        }
    }

    /// As [#obstacle(RawJson)], for the whole message: its id and partition go on with it, and a transaction
    /// of somebody else may have stored some that a later one must not (9.1).
    public static Optional<String> obstacle(Message message) {
        try {
            PushItem.check("q", message.partition(), message.transactionId());
        } catch (IllegalArgumentException impossible) {
            return Optional.of(impossible.getMessage());
        }
        return obstacle(message.data());
    }

    /// One pass over bytes whose grammar was checked first: only depth, numbers and escapes are looked at.
    private static final class Walk {
        private final byte[] bytes;
        private final int end;
        private int at;
        private int depth;

        Walk(RawJson payload) throws UnreadableBytesException {
            var json = new JsonCursor(payload.array(), payload.offset(), payload.length());
            json.skip();
            json.finish();
            bytes = payload.array();
            at = payload.offset();
            end = at + payload.length();
        }

        Optional<String> obstacle() {
            while (at < end) {
                byte c = bytes[at];
                if (c == '"') {
                    at++;
                    if (!escapesPair()) {
                        return Optional.of("a lone surrogate escape at byte %d".formatted(at));
                    }
                } else if (c == '{' || c == '[') {
                    at++;
                    if (++depth > DEEPEST) {
                        return Optional.of("nested more than %d levels".formatted(DEEPEST));
                    }
                } else if (c == '}' || c == ']') {
                    at++;
                    depth--;
                } else if (c == '-' || (c >= '0' && c <= '9')) {
                    if (!finite()) {
                        return Optional.of("a number beyond the double range at byte %d".formatted(at));
                    }
                } else {
                    at++;
                }
            }
            return Optional.empty();
        }

        /// Passes a number; false when it would be infinite as a double.
        private boolean finite() {
            int from = at;
            boolean risky = false;
            while (at < end && isNumber(bytes[at])) {
                risky |= (bytes[at] | 0x20) == 'e';
                at++;
            }
            // without an exponent, a number below 300 digits is far inside
            if (!risky && at - from < 300) {
                return true;
            }
            var text = new String(bytes, from, at - from, StandardCharsets.US_ASCII);
            return !Double.isInfinite(Double.parseDouble(text));
        }

        private static boolean isNumber(byte c) {
            return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || (c | 0x20) == 'e';
        }

        /// Passes the rest of a string; false at an escape of half a character.
        private boolean escapesPair() {
            while (bytes[at] != '"') {
                if (bytes[at] != '\\') {
                    at++;
                } else if (bytes[at + 1] != 'u') {
                    at += 2;
                } else {
                    int unit = unit(at);
                    boolean high = unit >= 0xd800 && unit <= 0xdbff;
                    if (unit >= 0xdc00 && unit <= 0xdfff || high && !lowFollows(at + 6)) {
                        return false;
                    }
                    at += high ? 12 : 6;
                }
            }
            at++;
            return true;
        }

        private boolean lowFollows(int from) {
            return from + 5 < end
                    && bytes[from] == '\\'
                    && bytes[from + 1] == 'u'
                    && unit(from) >= 0xdc00
                    && unit(from) <= 0xdfff;
        }

        private int unit(int escape) {
            int unit = 0;
            for (int i = escape + 2; i < escape + 6; i++) {
                unit = unit << 4 | Character.digit(bytes[i], 16);
            }
            return unit;
        }
    }
}
