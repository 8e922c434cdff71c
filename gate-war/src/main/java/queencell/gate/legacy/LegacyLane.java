package queencell.gate.legacy;

/// A lane of a v1 target: it divided a ceiling by priority (document, 12.2).
///
/// @param at where it stands in the v1 body
/// @param byDefault the lane whose queue consumers pop
record LegacyLane(String at, String name, Cap cap, double floor, boolean byDefault) {

    /// How much of the ceiling it took.
    sealed interface Cap {
        record Ceiling() implements Cap {}

        record CeilingMinusMeasured() implements Cap {}

        record Absolute(double perSecond) implements Cap {}

        record Share(double fraction) implements Cap {}
    }
}
