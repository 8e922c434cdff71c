package queencell.listener;

/// Who reads what of a request (see [RequestPlan]).
public enum BodyMode {
    /// The listener reads the body first, up to a bound; JAX-RS sees it as the entity, and the header fields as its
    /// own.
    COLLECTED,
    /// JAX-RS sees the header fields at once, but no body: a filter reads it from the [Inbound] and makes it the
    /// entity, once it knows whether the sender may have it read.
    HELD_BACK,
    /// The application takes body and header fields from the [Inbound], if it wants them: JAX-RS sees neither, so
    /// that no request pays for copies that nobody reads.
    ON_DEMAND
}
