package queencell.gate.document;

import java.util.Optional;

/// A number of cost units as it was written. A fraction is kept, because it is refused by `cost-integer` together
/// with everything else that is wrong, and not by the reader (document, 1.1).
///
/// @param units the whole number; 0 for a fraction, so that no arithmetic is ever done on it
/// @param fraction the spelling of a number written with a fraction or an exponent
public record Amount(long units, Optional<String> fraction) {

    public static Amount of(long units) {
        return new Amount(units, Optional.empty());
    }

    public static Amount fractional(String written) {
        return new Amount(0, Optional.of(written));
    }

    /// A whole number of at least one, as a counter needs it.
    public boolean spendable() {
        return fraction.isEmpty() && units >= 1;
    }

    @Override
    public String toString() {
        return fraction.orElseGet(() -> Long.toString(units));
    }
}
