package queencell.broker;

import java.time.OffsetDateTime;
import java.util.Optional;

/// One stored key (wire, 10.3).
///
/// @param value JSON `null` when only keys were asked for
/// @param version for equality only: versions are not ordered in time
/// @param expiresAt on the broker's clock; empty for a key without end, and when the time cannot be read
/// @param updatedAt empty when it cannot be read
public record KvRow(
        String key,
        RawJson value,
        long version,
        Optional<OffsetDateTime> expiresAt,
        Optional<OffsetDateTime> updatedAt) {}
