package queencell.gate.item;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/// A number as it is written in a payload: what it costs, and how it is written as a scope value (document, 3.2, 3.4).
final class JsonNumber {

    /// No usable cost.
    static final long NONE = -1;

    /// Beyond these a number is read as a double: exact arithmetic on `1e-999999999` would fill the heap with zeros.
    private static final int LONGEST = 400;

    private static final int LARGEST_EXPONENT = 400;
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private JsonNumber() {}

    /// The number when its value is whole and at least 1, saturated at the largest long; otherwise [#NONE].
    static long units(byte[] json, int from, int to) {
        if (to - from <= 18 && isDigits(json, from, to)) {
            long value = 0;
            for (int i = from; i < to; i++) {
                value = value * 10 + (json[i] - '0');
            }
            return value >= 1 ? value : NONE;
        }
        BigDecimal value = decimal(json, from, to);
        if (value.signum() <= 0 || !isWhole(value)) {
            return NONE;
        }
        return value.compareTo(LARGEST) >= 0 ? Long.MAX_VALUE : value.longValueExact();
    }

    /// Decimal digits without exponent and without trailing zeros: one text for one value.
    static String text(byte[] json, int from, int to) {
        if (isDigits(json, from, to)) {
            return new String(json, from, to - from, StandardCharsets.ISO_8859_1);
        }
        BigDecimal value = decimal(json, from, to);
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /// A non-negative integer as it is written, or [#NONE].
    static long nonNegativeInteger(byte[] json, int from, int to) {
        if (!isDigits(json, from, to)) {
            return NONE;
        }
        try {
            return Long.parseLong(new String(json, from, to - from, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException tooLarge) {
            return NONE;
        }
    }

    /// Whether it lies outside of what a 64-bit float can hold.
    static boolean isInfinite(byte[] json, int from, int to) {
        try {
            return Double.isInfinite(
                    Double.parseDouble(new String(json, from, to - from, StandardCharsets.ISO_8859_1)));
        } catch (NumberFormatException notJson) {
            return true;
        }
    }

    private static boolean isWhole(BigDecimal value) {
        return value.scale() <= 0 || value.stripTrailingZeros().scale() <= 0;
    }

    private static boolean isDigits(byte[] json, int from, int to) {
        for (int i = from; i < to; i++) {
            if (json[i] < '0' || json[i] > '9') {
                return false;
            }
        }
        return to > from;
    }

    private static BigDecimal decimal(byte[] json, int from, int to) {
        String written = new String(json, from, to - from, StandardCharsets.ISO_8859_1);
        try {
            if (written.length() <= LONGEST) {
                var exact = new BigDecimal(written);
                if (Math.abs((long) exact.scale()) <= LARGEST_EXPONENT + LONGEST) {
                    return exact;
                }
            }
            return rounded(written);
        } catch (NumberFormatException outOfRange) {
            return beyondExact(written);
        }
    }

    /// An exponent that no exact number can hold: as a double it is zero or infinite.
    private static BigDecimal beyondExact(String written) {
        try {
            return rounded(written);
        } catch (NumberFormatException notJson) {
            return BigDecimal.ZERO;
        }
    }

    private static BigDecimal rounded(String written) {
        double value = Double.parseDouble(written);
        return Double.isFinite(value)
                ? new BigDecimal(value)
                : LARGEST.multiply(BigDecimal.valueOf(10 * Math.signum(value)));
    }
}
