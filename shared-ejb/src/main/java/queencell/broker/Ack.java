package queencell.broker;

/// One acknowledgement (wire, 7.1).
///
/// @param leaseId the claim's lease; without it nothing is checked, so it may not be empty
/// @param error reason of a `failed` or `dlq`, kept with the dead letter; empty for none
public record Ack(String transactionId, String partitionId, String leaseId, AckStatus status, String error) {

    public Ack {
        if (leaseId.isEmpty()) {
            throw new IllegalArgumentException(
                    "an ack of `%s` without leaseId: the broker would move the cursor under anybody's lease"
                            .formatted(transactionId));
        }
    }

    public static Ack of(Message message, AckStatus status) {
        return new Ack(message.transactionId(), message.partitionId(), message.leaseId(), status, "");
    }

    public static Ack of(Message message, AckStatus status, String error) {
        return new Ack(message.transactionId(), message.partitionId(), message.leaseId(), status, error);
    }
}
