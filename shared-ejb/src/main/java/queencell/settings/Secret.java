package queencell.settings;

/// A configured text that must never be printed: `toString` hides it. Blank counts as absent.
public record Secret(String reveal) {

    public Secret {
        reveal = reveal == null ? "" : reveal;
    }

    public boolean isPresent() {
        return !reveal.isBlank();
    }

    @Override
    public String toString() {
        return isPresent() ? "Secret[…]" : "Secret[]";
    }
}
