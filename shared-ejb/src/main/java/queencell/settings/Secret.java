package queencell.settings;

/// A configured text that must never be printed: `toString` hides it. White space alone is of no use.
public record Secret(String reveal) {

    public Secret {
        reveal = reveal == null ? "" : reveal;
    }

    /// Whether there is something that can be used.
    public boolean isPresent() {
        return !reveal.isBlank();
    }

    /// Whether anything was configured, of use or not; only the empty text is unset (pipeline, 16).
    public boolean isGiven() {
        return !reveal.isEmpty();
    }

    @Override
    public String toString() {
        return isPresent() ? "Secret[…]" : "Secret[]";
    }
}
