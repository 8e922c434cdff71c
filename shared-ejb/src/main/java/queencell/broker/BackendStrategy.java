package queencell.broker;

/// Which of several brokers a call goes to (wire, 23.6).
public enum BackendStrategy {
    /// The same key goes to the same broker while it is healthy; calls without a key rotate.
    AFFINITY,
    /// One after the other.
    ROUND_ROBIN,
    /// All calls to one broker until it fails.
    SESSION
}
