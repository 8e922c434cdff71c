package queencell.broker;

import java.util.List;

/// Outcome of a push (wire, 5). A push is not atomic: read every item.
public sealed interface Pushed {

    /// @param items one per pushed item, in request order
    record Answered(List<Item> items) implements Pushed {
        public Answered {
            items = List.copyOf(items);
        }
    }

    record Failed(CallFailure failure) implements Pushed {}

    /// @param messageId `message_id`; the original's for a duplicate
    record Item(Status status, String messageId, String transactionId) {}

    enum Status {
        /// Committed.
        QUEUED,
        /// The id is already in the partition; nothing was written.
        DUPLICATE,
        /// Accepted into the broker's disk spool and not yet in the log: weaker than queued (wire, 5 and trap
        /// 19).
        BUFFERED,
        /// Lost, or a word this client does not know: push the item again.
        FAILED;

        static Status of(String word) {
            return switch (word) {
                case "queued" -> QUEUED;
                case "duplicate" -> DUPLICATE;
                case "buffered" -> BUFFERED;
                default -> FAILED;
            };
        }
    }
}
