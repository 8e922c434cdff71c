package queencell.broker;

/// What becomes of a message (wire, 7.1). An enum, because any other word the broker reads as `failed`.
public enum AckStatus {
    /// Done. Everything before it in the claim is done as well (implicit ack).
    COMPLETED("completed"),
    /// Charges the retry budget; offered again at once, or dead-lettered when the budget is spent.
    FAILED("failed"),
    /// Releases the lease from this message on, charges nothing; offered again at once.
    RETRY("retry"),
    /// Dead-letters the message now. It must be the first one that is not settled: others before it are lost
    /// (7.3).
    DLQ("dlq");

    private final String word;

    AckStatus(String word) {
        this.word = word;
    }

    /// The broker's spelling.
    public String word() {
        return word;
    }
}
