package queencell.broker;

import java.time.OffsetDateTime;
import java.util.Optional;

/// Outcome of a lease extension (wire, 8).
public sealed interface Extended {

    /// @param partitions `renewed`, how many partitions the lease holds
    /// @param expiresAt earliest end, on the broker's clock; empty when it cannot be read
    record Renewed(int partitions, Optional<OffsetDateTime> expiresAt) implements Extended {}

    /// Unknown, expired, or somebody else's: stop working on the batch.
    record Lost() implements Extended {}

    record Failed(CallFailure failure) implements Extended {}
}
