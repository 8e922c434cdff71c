package queencell.gate.plan;

import java.math.BigInteger;
import java.util.OptionalLong;

/// The window that is enforced for a budget of `count` per `timeMs` (document, 5.1).
///
/// 1500 per 10 s in 10 parts is enforced as 150 per 1 s. Rounding the count down tightens; rounding the window down
/// would loosen, so it is rounded up, and derived from the rounded count. The enforced rate is therefore never above
/// the declared one, for any input. Total: it is called before validation.
///
/// @param parts how many windows the declared period is divided into
/// @param count units one window admits, at least 1
/// @param seconds length of one window, at least 1, because a counter lives for whole seconds
public record SubWindow(long parts, long count, long seconds) {

    private static final BigInteger THOUSAND = BigInteger.valueOf(1000);

    /// @param declaredParts as in the document; absent: one per second, but never more than `count`
    public static SubWindow of(long count, long timeMs, OptionalLong declaredParts) {
        long units = Math.max(1, count);
        long millis = Math.max(1, timeMs);
        long parts = Math.max(1, declaredParts.orElseGet(() -> derivedParts(units, millis)));
        long perWindow = Math.max(1, units / parts);
        return new SubWindow(parts, perWindow, seconds(perWindow, millis, units));
    }

    private static long derivedParts(long count, long timeMs) {
        return timeMs < 2000 ? 1 : Math.min(timeMs / 1000, count);
    }

    private static long seconds(long perWindow, long timeMs, long count) {
        long spent = Math.multiplyHigh(perWindow, timeMs) == 0 ? perWindow * timeMs : -1;
        if (spent >= 0 && count <= Long.MAX_VALUE / 1000) {
            return Math.max(1, Math.ceilDiv(spent, count * 1000));
        }
        BigInteger divisor = BigInteger.valueOf(count).multiply(THOUSAND);
        BigInteger[] parts = BigInteger.valueOf(perWindow)
                .multiply(BigInteger.valueOf(timeMs))
                .divideAndRemainder(divisor);
        long whole = parts[0].longValueExact();
        return Math.max(1, parts[1].signum() == 0 ? whole : whole + 1);
    }

    /// The most of one window that a path with this share may use: half is rounded up, never above the window.
    public long ceiling(double share) {
        return share >= 1 ? count : Math.max(0, Math.min(count, Math.round(count * share)));
    }
}
