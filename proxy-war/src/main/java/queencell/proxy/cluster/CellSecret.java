package queencell.proxy.cluster;

import java.util.Optional;

/// What the proxy shows to a cell's broker as its bearer token. Never printed.
public final class CellSecret {
    private static final CellSecret NONE = new CellSecret("");

    private final String value;
    private final Optional<String> problem;
    private final Optional<String> authorization;

    private CellSecret(String value) {
        this.value = value;
        this.problem = isVisible(value)
                ? Optional.empty()
                : Optional.of("the cell secret holds a character that no header field may carry: visible ASCII only");
        this.authorization = value.isEmpty() || problem.isPresent() ? Optional.empty() : Optional.of("Bearer " + value);
    }

    private static boolean isVisible(String text) {
        return text.chars().allMatch(letter -> letter >= ' ' && letter < 0x7f);
    }

    /// @param value empty for a cell without one; the end of a line that came with it from a file is no part of it
    public static CellSecret of(String value) {
        String secret = value.strip();
        return secret.isEmpty() ? NONE : new CellSecret(secret);
    }

    public static CellSecret none() {
        return NONE;
    }

    /// Why nothing can be sent to the broker with it; judged once, not for each request.
    public Optional<String> problem() {
        return problem;
    }

    /// The value of `Authorization` towards the broker; empty if the cell has no secret (pipeline, 9.1), or one with
    /// a [#problem].
    public Optional<String> authorization() {
        return authorization;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CellSecret secret && value.equals(secret.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return value.isEmpty() ? "CellSecret[none]" : "CellSecret[…]";
    }
}
