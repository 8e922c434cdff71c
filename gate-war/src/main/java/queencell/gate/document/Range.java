package queencell.gate.document;

import java.math.BigInteger;
import java.util.OptionalLong;

/// Which integers a field takes.
public record Range(long least, long most) {

    public static final Range U32 = new Range(0, 4_294_967_295L);
    public static final Range POSITIVE_U32 = new Range(1, 4_294_967_295L);
    public static final Range I64 = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

    /// The number, if it is written as an integer and lies in the range. `-0` is none: it is read differently
    /// by different readers.
    OptionalLong parse(String written) {
        if (!isInteger(written)) {
            return OptionalLong.empty();
        }
        var value = new BigInteger(written);
        if (value.bitLength() > 63) {
            return OptionalLong.empty();
        }
        long number = value.longValue();
        return number < least || number > most ? OptionalLong.empty() : OptionalLong.of(number);
    }

    static boolean isInteger(String written) {
        return !written.equals("-0")
                && written.indexOf('.') < 0
                && written.indexOf('e') < 0
                && written.indexOf('E') < 0;
    }

    @Override
    public String toString() {
        return "a whole number from " + least + " to " + most + ", written without fraction or exponent";
    }
}
