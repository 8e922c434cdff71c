package queencell.broker;

import java.time.Duration;

/// What a process may want to count about its calls (wire, 23.8). Called on the calling thread, so it must be
/// quick and must not throw. It never sees payloads, keys or tokens.
public interface CallListener {

    CallListener SILENT = new CallListener() {};

    /// One request went to one broker and was answered, or was not.
    ///
    /// @param status HTTP status, 0 when there was no answer
    default void exchanged(CallKind kind, int status, Duration took) {}

    /// The call is going to be sent again.
    default void repeated(CallKind kind, String cause) {}

    /// The broker asked to slow down, and the client waits.
    default void throttled(CallKind kind, Duration wait) {}

    /// A broker answered badly or not at all and is passed over for some seconds.
    ///
    /// @param backend its base URL
    default void backendFailed(String backend, String cause) {}

    /// A transaction was not committed.
    ///
    /// @param reason the broker's word, for a label
    default void transactionRefused(String reason) {}

    /// A renewal met no lease.
    default void leaseLost() {}

    /// An ack named a message that the broker cannot resolve (trap 1).
    default void ackUnresolvable() {}

    /// Several URLs are configured: without mesh between the brokers, a push through one is seen by polls on
    /// another only after up to 30 s (23.6).
    default void severalBackends(int count) {}
}
