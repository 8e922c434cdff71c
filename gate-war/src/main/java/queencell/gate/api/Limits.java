package queencell.gate.api;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads `limit` and `minutes`, which are clamped (runtime, 16.11).
final class Limits {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,1000}");

    private Limits() {}

    /// @param text as given; what is no number counts as absent
    static int of(String text, int byDefault, int most) {
        return whole(text)
                .map(number ->
                        number.max(BigInteger.ONE).min(BigInteger.valueOf(most)).intValueExact())
                .orElse(byDefault);
    }

    /// Refuses minutes that are no number: another time would be shown for them (ruling on bad `minutes`).
    static void checkMinutes(String text) {
        if (text != null && whole(text).isEmpty()) {
            throw Refuse.badRequest("`minutes` is `%s`: give a whole number of minutes", text);
        }
    }

    private static Optional<BigInteger> whole(String text) {
        return Optional.ofNullable(text)
                .map(String::strip)
                .filter(WHOLE.asMatchPredicate())
                .map(BigInteger::new);
    }
}
