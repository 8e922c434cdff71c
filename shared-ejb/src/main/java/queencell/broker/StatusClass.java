package queencell.broker;

import java.time.Duration;
import java.util.Optional;

/// What an exchange means for the call: the table of wire 23.3 with the exceptions proven on 1.3.0, in one
/// place.
sealed interface StatusClass {

    /// A 2xx: the verdict is in the body.
    record Success(RawAnswer answer) implements StatusClass {}

    /// Neither retry nor failover will help, and the broker is well.
    record Permanent(CallFailure.Refused refusal) implements StatusClass {}

    /// 429: wait in place; nothing was applied.
    ///
    /// @param after empty when the broker does not say
    record Throttled(Optional<Duration> after, String text) implements StatusClass {}

    /// A fault that may pass and that marks the broker as unhealthy.
    ///
    /// @param notApplied the call had certainly no effect
    /// @param notSent no byte of it left this process
    /// @param inPlace `Retry-After` of a 503: the same broker is asked again first
    /// @param latched key/value writes stay refused until somebody reads (wire, 10.6)
    record Outage(String text, boolean notApplied, boolean notSent, Optional<Duration> inPlace, boolean latched)
            implements StatusClass {

        /// Nobody knows what became of the call.
        static Outage unreadable(String text) {
            return new Outage(text, false, false, Optional.empty(), false);
        }
    }

    /// The call was carried out, but its answer cannot be read.
    record Unreadable(String text) implements StatusClass {}

    record Aborted() implements StatusClass {}

    static StatusClass of(CallKind kind, Exchange exchange) {
        return switch (exchange) {
            case Exchange.Answered(RawAnswer answer) -> of(kind, answer);
            case Exchange.NotSent(String text) -> new Outage(text, true, true, Optional.empty(), false);
            case Exchange.Broken(String text) -> new Outage(text, false, false, Optional.empty(), false);
            case Exchange.Unreadable(String text) -> new Unreadable(text);
            case Exchange.Aborted() -> new Aborted();
        };
    }

    private static StatusClass of(CallKind kind, RawAnswer answer) {
        int status = answer.status();
        if (answer.successful()) {
            return answer.contentType().startsWith("text/html") ? notABroker(status) : new Success(answer);
        }
        if (kind == CallKind.HEALTH && status == 503 && answer.contentType().startsWith("application/json")) {
            // a broker that has lost its database says so
            return new Success(answer);
        }
        ErrorBody error = ErrorBody.read(answer.body());
        if (status == 429) {
            return new Throttled(RetryAfter.parse(answer.retryAfter()), error.text(status));
        }
        if (status < 500 || permanentFault(kind, status, error)) {
            return new Permanent(new CallFailure.Refused(status, error.word(status), error.text(status)));
        }
        Optional<Duration> inPlace = status == 503 ? RetryAfter.parse(answer.retryAfter()) : Optional.empty();
        boolean latched = error.reason().equals("kv_standalone_paused");
        return new Outage(error.text(status), notApplied(kind, status, error), false, inPlace, latched);
    }

    /// Any GET on a path that the broker does not know shows its dashboard (wire, 2).
    private static StatusClass notABroker(int status) {
        return new Permanent(new CallFailure.Refused(
                status,
                "not_a_broker",
                "an HTML page came back: the base URL has a path that is not the broker's API"));
    }

    /// Bad input that the broker reports as a 500 of its own.
    private static boolean permanentFault(CallKind kind, int status, ErrorBody error) {
        if (status != 500) {
            return false;
        }
        return switch (kind) {
            case KV -> error.error().equals("kv_error") || error.error().equals("kv_misconfigured");
            case MANAGEMENT -> error.error().endsWith("failed: db error");
            default -> false;
        };
    }

    /// Only what the broker itself says counts; a 502, 504 or an error without its envelope is somebody in
    /// between.
    private static boolean notApplied(CallKind kind, int status, ErrorBody error) {
        if (!error.known() || (status != 500 && status != 503)) {
            return false;
        }
        return switch (kind) {
            case KV ->
                error.error().equals("kv_disabled")
                        || error.error().equals("pool")
                        || error.reason().equals("kv_pool_exhausted")
                        || error.reason().equals("kv_standalone_paused");
            case TRANSACTION -> !error.reason().equals("misaligned");
            default -> error.error().equals("pool");
        };
    }
}
