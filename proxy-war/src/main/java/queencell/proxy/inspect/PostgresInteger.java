package queencell.proxy.inspect;

import java.math.BigInteger;
import java.util.OptionalLong;

/// Text as PostgreSQL casts it to an integer, because that is what the broker does with an option (pipeline, 7.8):
/// blanks around, a sign, and from PostgreSQL 16 on `0x`, `0o`, `0b` and `_` between digits. A spelling that is not
/// seen
/// here would pass the ceiling.
final class PostgresInteger {
    /// More digits than any radix needs for 64 bits, leading zeros aside.
    private static final int MOST_DIGITS = 64;

    private PostgresInteger() {}

    /// Empty if the text is no integer; beyond 64 bits the largest or smallest.
    static OptionalLong parse(String text) {
        String rest = text.strip();
        boolean isNegative = rest.startsWith("-");
        if (isNegative || rest.startsWith("+")) {
            rest = rest.substring(1);
        }
        int radix = radixOf(rest);
        boolean isPrefixed = radix != 10;
        String digits = isPrefixed ? rest.substring(2) : rest;
        if (!areDigits(digits, radix, isPrefixed)) {
            return OptionalLong.empty();
        }
        String significant = digits.replace("_", "").replaceFirst("^0+(?=.)", "");
        if (significant.length() > MOST_DIGITS) {
            return OptionalLong.of(isNegative ? Long.MIN_VALUE : Long.MAX_VALUE);
        }
        BigInteger magnitude = new BigInteger(significant, radix);
        BigInteger value = isNegative ? magnitude.negate() : magnitude;
        return OptionalLong.of(
                value.bitLength() < Long.SIZE ? value.longValue() : isNegative ? Long.MIN_VALUE : Long.MAX_VALUE);
    }

    private static int radixOf(String unsigned) {
        if (unsigned.length() < 3 || unsigned.charAt(0) != '0') {
            return 10;
        }
        return switch (unsigned.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'o', 'O' -> 8;
            case 'b', 'B' -> 2;
            default -> 10;
        };
    }

    /// A `_` stands between two digits, or between the prefix and a digit.
    private static boolean areDigits(String digits, int radix, boolean isPrefixed) {
        boolean afterDigit = isPrefixed;
        boolean endsInDigit = false;
        for (int at = 0; at < digits.length(); at++) {
            char letter = digits.charAt(at);
            boolean isDigit = letter < 128 && Character.digit(letter, radix) >= 0;
            if (!isDigit && !(letter == '_' && afterDigit)) {
                return false;
            }
            afterDigit = isDigit;
            endsInDigit = isDigit;
        }
        return endsInDigit;
    }
}
