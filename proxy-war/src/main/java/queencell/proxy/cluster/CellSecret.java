package queencell.proxy.cluster;

import java.util.Optional;

/// What the proxy shows to a cell's broker as its bearer token. Never printed.
public final class CellSecret {
    private static final CellSecret NONE = new CellSecret("");

    private final String value;

    private CellSecret(String value) {
        this.value = value;
    }

    /// @param value empty for a cell without one; the end of a line that came with it from a file is no part of it
    public static CellSecret of(String value) {
        String secret = value.strip();
        return secret.isEmpty() ? NONE : new CellSecret(secret);
    }

    public static CellSecret none() {
        return NONE;
    }

    /// The value of `Authorization` towards the broker; empty if the cell has no secret (pipeline, 9.1).
    public Optional<String> authorization() {
        return value.isEmpty() ? Optional.empty() : Optional.of("Bearer " + value);
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
