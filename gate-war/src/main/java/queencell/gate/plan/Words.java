package queencell.gate.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import queencell.gate.document.Shown;

/// How numbers and names of a plan are written in sentences.
final class Words {

    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    private Words() {}

    static String name(String name) {
        return "`" + Shown.name(name) + "`";
    }

    /// `100 per 10 s`.
    static String rate(long count, long seconds) {
        return count + " per " + seconds + " s";
    }

    /// A declared period: whole seconds as such, anything else in milliseconds.
    static String declared(long count, long timeMs) {
        return timeMs % 1000 == 0 ? rate(count, timeMs / 1000) : count + " per " + timeMs + " ms";
    }

    static String perSecond(long count, long seconds) {
        BigDecimal rate = BigDecimal.valueOf(count).divide(BigDecimal.valueOf(seconds), THREE_DIGITS);
        return (rate.signum() == 0 ? "0" : rate.stripTrailingZeros().toPlainString()) + " per second";
    }

    static String number(double number) {
        return Shown.number(number);
    }

    static String moved(long before, long after) {
        return (after < before ? "falls from " : "rises from ") + before + " to " + after;
    }

    static String cost(CostPlan cost) {
        return cost.path()
                .map(path -> "`" + Shown.name(path.text()) + "`, " + cost.byDefault() + " when it is missing, at most "
                        + cost.max())
                .orElseGet(() -> Long.toString(cost.byDefault()));
    }

    static String many(int count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }
}
