package queencell.proxy.cluster;

import java.util.Optional;
import java.util.UUID;

/// Reads ids as they stand in headers, claims and notifications.
public final class Ids {
    private static final int LENGTH = 36;

    private Ids() {}

    /// Only the canonical form of 36 characters, in any case: `UUID.fromString` alone also takes `1-1-1-1-1`.
    public static Optional<UUID> parse(String text) {
        if (text.length() != LENGTH) {
            return Optional.empty();
        }
        try {
            UUID id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException noId) {
            return Optional.empty();
        }
    }
}
