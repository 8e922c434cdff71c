package queencell.broker;

import java.util.List;

/// Outcome of a key/value call (wire, 10).
public sealed interface KvAnswer {

    /// @param results one per operation, in request order. Operations apply independently of each other
    record Done(List<KvResult> results) implements KvAnswer {
        public Done {
            results = List.copyOf(results);
        }
    }

    /// An operation marked `required` lost; nothing of the call was applied (10.5).
    ///
    /// @param failedIndex index in the request of the first loser in key order; -1 when the broker does
    ///     not say
    /// @param reason `limit`, `type`, `exists`, `absent` or `version`
    /// @param value the current value; JSON `null` when not said
    record PreconditionLost(int failedIndex, String reason, RawJson value, long version) implements KvAnswer {}

    record Failed(CallFailure failure) implements KvAnswer {}
}
