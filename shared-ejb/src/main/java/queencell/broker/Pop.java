package queencell.broker;

import java.time.Duration;

/// Outcome of a pop (wire, 6).
public sealed interface Pop {

    record Claimed(Claim claim) implements Pop {}

    /// Nothing to deliver, an unknown queue, pop maintenance, or a database that is down: the broker does not
    /// tell them apart. An empty answer to a long poll that came at once must be followed by a pause, or the
    /// loop spins (23.5).
    ///
    /// @param waited time from sending to the answer
    record Empty(Duration waited) implements Pop {}

    /// A fault that may pass; try again after a pause.
    record Failed(CallFailure failure) implements Pop {}

    /// No retry will help: stop the consumer and say so.
    record Refused(CallFailure.Refused refusal) implements Pop {}

    /// Messages were claimed, but the answer cannot be read (a broken frame, more bytes than allowed). Ask
    /// again with `batch=1` when the lease has ended, and report the partition (23.1).
    ///
    /// @param partitionId of the last message, @param partition its name; empty where that cannot be read either
    record Unreadable(String text, String partitionId, String partition) implements Pop {}

    /// The call's [CallScope] was cancelled. A claim made in that moment is lost until its lease ends.
    record Cancelled() implements Pop {}
}
