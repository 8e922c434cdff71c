package queencell.proxy.route;

/// What the proxy reads of a request or of its answer beyond the head (pipeline, 5.3, column *Special*).
public enum Special {
    NONE,
    /// Caps, admission, message bucket; a 201 is counted.
    PUSH,
    /// As push for its push operations; a 2xx is counted.
    TRANSACTION,
    /// A parked slot if `wait=true`; a 200 is counted.
    POP,
    /// The shape of the body only (A33).
    ACK,
    /// Retention ceiling and admission.
    CONFIGURE,
    /// Sink items as a push; a 2xx that carried sinks is counted.
    CYCLE,
    /// Refused whole if it grows while pushes are blocked.
    KV,
    /// As kv; a schedule is admitted like a push.
    TIMERS,
    /// Message bucket and names; a 201 is counted.
    EPHEMERAL_PUSH,
    /// As pop.
    EPHEMERAL_POP,
    /// Destination admission; a 2xx is counted.
    REPLAY,
    /// No destination to admit; a 2xx is counted.
    RETRY;

    /// Whether the answer is counted while it is relayed, so that it must come unencoded (A12).
    public boolean readsAnswer() {
        return switch (this) {
            case PUSH, TRANSACTION, POP, CYCLE, EPHEMERAL_PUSH, EPHEMERAL_POP, REPLAY, RETRY -> true;
            case NONE, ACK, CONFIGURE, KV, TIMERS -> false;
        };
    }

    /// Whether the request takes tokens of the message bucket before it is forwarded (7.4).
    public boolean takesMessageTokens() {
        return switch (this) {
            case PUSH, TRANSACTION, CYCLE, EPHEMERAL_PUSH -> true;
            case NONE, POP, ACK, CONFIGURE, KV, TIMERS, EPHEMERAL_POP, REPLAY, RETRY -> false;
        };
    }

    /// Whether the request is a pop, which may park and whose messages are debited afterwards (7.4, 7.10).
    public boolean delivers() {
        return this == POP || this == EPHEMERAL_POP;
    }
}
