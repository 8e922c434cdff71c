package queencell.gate.api;

/// Reads `limit` and `minutes`: clamped, never an error (runtime, 16.11).
final class Limits {

    private Limits() {}

    /// @param text as given; what is no number counts as absent
    static int of(String text, int byDefault, int most) {
        try {
            return text == null ? byDefault : Math.toIntExact(Math.clamp(Long.parseLong(text.strip()), 1, most));
        } catch (NumberFormatException absent) {
            return byDefault;
        }
    }
}
