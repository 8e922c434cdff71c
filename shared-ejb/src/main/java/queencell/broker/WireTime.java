package queencell.broker;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// Reads the times of the broker and of PostgreSQL (wire, 2; runtime, 7.1).
///
/// `T` or a blank between date and time; no fraction or 1 to 9 digits; `Z`, `+00`, `+0000`, `+00:00`, or
/// nothing, which is UTC. Anything else is no time: an unreadable deadline means "unknown", never a fault.
final class WireTime {

    private static final int[] NANOS = {
        1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1
    };

    private WireTime() {}

    static Optional<OffsetDateTime> parse(String text) {
        try {
            return Optional.of(read(text));
        } catch (DateTimeException | IndexOutOfBoundsException noTime) {
            return Optional.empty();
        }
    }

    private static OffsetDateTime read(String text) {
        separator(text, 4, '-', '-');
        separator(text, 7, '-', '-');
        separator(text, 10, 'T', ' ');
        separator(text, 13, ':', ':');
        separator(text, 16, ':', ':');
        int end = 19;
        int nanos = 0;
        if (end < text.length() && text.charAt(end) == '.') {
            int from = ++end;
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            if (end == from || end - from > 9) {
                throw new DateTimeException("fraction");
            }
            nanos = number(text, from, end) * NANOS[end - from];
        }
        var local = LocalDateTime.of(
                number(text, 0, 4),
                number(text, 5, 7),
                number(text, 8, 10),
                number(text, 11, 13),
                number(text, 14, 16),
                number(text, 17, 19),
                nanos);
        return local.atOffset(offset(text, end));
    }

    private static ZoneOffset offset(String text, int from) {
        int length = text.length() - from;
        if (length == 0 || (length == 1 && (text.charAt(from) == 'Z' || text.charAt(from) == 'z'))) {
            return ZoneOffset.UTC;
        }
        char sign = text.charAt(from);
        boolean colon = length == 6 && text.charAt(from + 3) == ':';
        if ((sign != '+' && sign != '-') || !(length == 3 || length == 5 || colon)) {
            throw new DateTimeException("offset");
        }
        int hours = number(text, from + 1, from + 3);
        int minutes = length == 3 ? 0 : number(text, text.length() - 2, text.length());
        int seconds = (hours * 60 + minutes) * 60;
        return seconds == 0 ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(sign == '-' ? -seconds : seconds);
    }

    private static void separator(String text, int at, char one, char other) {
        char c = text.charAt(at);
        if (c != one && c != other) {
            throw new DateTimeException("separator");
        }
    }

    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isDigit(c)) {
                throw new DateTimeException("digit");
            }
            value = value * 10 + (c - '0');
        }
        return value;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
