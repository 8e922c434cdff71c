package queencell.broker;

/// Families of calls, for counters.
public enum CallKind {
    POP,
    PUSH,
    ACK,
    TRANSACTION,
    LEASE,
    KV,
    MANAGEMENT,
    HEALTH
}
