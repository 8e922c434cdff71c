package queencell.gate.document;

import java.util.Optional;

/// What one item spends in every budget of a node that applies to it (document, 1.5, 3.2).
public sealed interface Cost {

    /// What a node costs that says nothing.
    Cost ONE = new Constant(Amount.of(1));

    /// What an item spends that states no cost.
    Amount byDefault();

    /// The most an item may cost; a dearer one is inadmissible.
    Amount most();

    /// Every item costs the same; the payload is not read.
    record Constant(Amount amount) implements Cost {
        @Override
        public Amount byDefault() {
            return amount;
        }

        @Override
        public Amount most() {
            return amount;
        }
    }

    /// The item says what it costs.
    ///
    /// @param path payload path of the number
    /// @param max absent: equal to the default, so an item that asks for more is inadmissible
    record FromPayload(String path, Amount byDefault, Optional<Amount> max) implements Cost {
        @Override
        public Amount most() {
            return max.orElse(byDefault);
        }
    }
}
