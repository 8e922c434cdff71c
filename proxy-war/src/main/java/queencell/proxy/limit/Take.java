package queencell.proxy.limit;

import java.time.Duration;

/// The answer of a bucket that was asked for tokens.
public sealed interface Take {
    /// The bucket after the answer; what is left stands in the limit headers.
    TokenBucket after();

    record Allowed(TokenBucket after) implements Take {}

    /// Nothing was taken.
    sealed interface Refused extends Take {
        /// Whole seconds, 1 to 60.
        Duration retryAfter();
    }

    /// Later it will be allowed.
    record Denied(TokenBucket after, Duration retryAfter) implements Refused {}

    /// More than the bucket holds when it is full, so that waiting never helps (OPEN-1).
    record OverCapacity(TokenBucket after, long capacity, Duration retryAfter) implements Refused {}
}
