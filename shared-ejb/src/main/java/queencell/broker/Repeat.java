package queencell.broker;

/// What the client may do by itself after a fault (wire, 23.4; stricter where runtime 1.3 is).
enum Repeat {
    /// Applying it twice is the same as once.
    ALWAYS,
    /// Only when the broker has certainly not applied it.
    WHEN_NOT_APPLIED,
    /// Only when no byte was sent: increments and transactions.
    WHEN_NOT_SENT,
    /// Probes.
    NEVER
}
