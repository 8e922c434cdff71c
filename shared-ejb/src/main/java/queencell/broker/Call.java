package queencell.broker;

import java.time.Duration;

/// One call, before it is known which broker takes it.
///
/// @param key affinity key; empty rotates
/// @param body null for none
/// @param limit for one attempt
/// @param budget for all attempts and pauses together
/// @param throttledForEver waits out 429 without counting: a throttle slows consumers and does not end
///     them (23.3)
record Call(
        CallKind kind,
        String method,
        String target,
        String key,
        JsonBuffer body,
        Repeat repeat,
        Duration limit,
        Duration budget,
        boolean throttledForEver,
        CallScope scope) {

    static final Duration NO_BUDGET = Duration.ofDays(365);

    static Call of(
            CallKind kind,
            String method,
            String target,
            JsonBuffer body,
            Repeat repeat,
            Duration limit,
            CallScope scope) {
        return new Call(kind, method, target, "", body, repeat, limit, NO_BUDGET, false, scope);
    }

    Call key(String affinity) {
        return new Call(kind, method, target, affinity, body, repeat, limit, budget, throttledForEver, scope);
    }

    Call budget(Duration together) {
        return new Call(kind, method, target, key, body, repeat, limit, together, throttledForEver, scope);
    }

    Call throttledForEver(boolean endless) {
        return new Call(kind, method, target, key, body, repeat, limit, budget, endless, scope);
    }
}
