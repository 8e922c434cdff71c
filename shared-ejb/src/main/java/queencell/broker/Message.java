package queencell.broker;

import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalInt;

/// One message of a claim, with the broker's field names (wire, 6.3).
///
/// @param id `id`, the broker's own id of the message
/// @param transactionId `transactionId`, the producer's id; acks name the message by it
/// @param partitionId `partitionId`, a UUID
/// @param partition `partition`, the name
/// @param leaseId `leaseId`; empty after an automatic ack
/// @param data `data`, the payload byte for byte as it was pushed; the JSON text `null` when empty
/// @param createdAtText `createdAt` as received
/// @param attempt `deliveryAttempt`, 0 when the broker (before 1.4.0) does not say
public record Message(
        String id,
        String transactionId,
        String partitionId,
        String partition,
        String leaseId,
        RawJson data,
        String createdAtText,
        int attempt) {

    /// Time of the segment that holds the message; many messages share it. Empty when it cannot be read.
    public Optional<OffsetDateTime> createdAt() {
        return WireTime.parse(createdAtText);
    }

    /// How often it was delivered, counted from 1; empty before broker 1.4.0.
    public OptionalInt deliveryAttempt() {
        return attempt > 0 ? OptionalInt.of(attempt) : OptionalInt.empty();
    }
}
