package queencell.broker;

/// One message to push (wire, 5).
///
/// @param queue name
/// @param partition name; empty means the broker's `Default`
/// @param transactionId duplicate key inside the partition; empty lets the broker mint one, and makes the
///     push impossible to repeat safely
public record PushItem(String queue, String partition, String transactionId, RawJson payload) {

    public PushItem {
        check(queue, partition, transactionId);
    }

    static void check(String queue, String partition, String transactionId) {
        WireNames.check("queue", queue);
        if (!partition.isEmpty()) {
            WireNames.check("partition", partition);
        }
        if (!transactionId.isEmpty()) {
            WireNames.checkTransactionId(transactionId);
        }
    }
}
