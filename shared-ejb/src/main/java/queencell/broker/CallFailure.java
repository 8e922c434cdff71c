package queencell.broker;

import java.time.Duration;

/// Why a call did not bring an answer to work with, sorted by what the caller may do next (wire, 23.3 and
/// 23.4).
///
/// The client has already done what it may do by itself: a failure is its last word. Texts name the reason in
/// the broker's words and never a payload, key or token.
public sealed interface CallFailure {

    /// What went wrong, for people.
    String text();

    /// True when the broker has certainly not applied the call, so that it may be sent again.
    default boolean certainlyNotApplied() {
        return !(this instanceof OutcomeUnknown);
    }

    /// The broker will say the same again until somebody changes something: bad input, no right, no grant.
    ///
    /// @param status HTTP status
    /// @param code the broker's stable word (`kv_bad_request`, `feature_gated`, `no_such_route`), or
    ///     `http_<status>`
    record Refused(int status, String code, String text) implements CallFailure {

        /// True when repeating the call in a loop would only make noise, whatever its content: the
        /// credentials are not accepted, the cluster is suspended, the feature is not granted, the address
        /// belongs to another cell.
        public boolean endsConsumer() {
            return status == 401
                    || status == 421
                    || (status == 403 && !code.equals("kv_disabled") && !code.equals("timers_disabled"));
        }
    }

    /// Too fast. Nothing was applied; a later call will pass.
    ///
    /// @param after how long the broker asked to wait
    record Throttled(Duration after, String text) implements CallFailure {}

    /// The broker could not be reached or has no room, and the call was certainly not applied.
    record Unavailable(String text) implements CallFailure {}

    /// The request was, or may have been, sent, and nobody knows whether it was applied.
    record OutcomeUnknown(String text) implements CallFailure {}
}
