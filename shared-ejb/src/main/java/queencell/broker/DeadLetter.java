package queencell.broker;

import java.time.OffsetDateTime;
import java.util.Optional;

/// One row of the dead-letter queue (wire, 14).
///
/// @param data copy of the payload; numbers are exact, spacing is not kept
/// @param errorMessage why it was filed
public record DeadLetter(
        String id,
        String transactionId,
        String partitionId,
        String queue,
        String partition,
        String group,
        String errorMessage,
        RawJson data,
        Optional<OffsetDateTime> failedAt) {}
