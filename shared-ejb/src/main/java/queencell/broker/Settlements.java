package queencell.broker;

import java.util.List;

/// What the end of a call means for a transaction, and what a set of key/value operations allows to be
/// repeated.
final class Settlements {

    private Settlements() {}

    /// @param verdict what an answer said
    static Settled of(CallLoop.Outcome outcome, BrokerClient.Taken<Settled> verdict) {
        return switch (outcome) {
            case CallLoop.Outcome.Answered _ -> verdict.value();
            case CallLoop.Outcome.Failed(CallFailure.Refused refusal) -> new Settled.Refused(refusal);
            case CallLoop.Outcome.Failed(CallFailure.OutcomeUnknown unknown) -> new Settled.Unknown(unknown.text());
            case CallLoop.Outcome.Failed(CallFailure failure) -> new Settled.Failed(failure);
            case CallLoop.Outcome.Unreadable(String text) -> new Settled.Unknown(text);
            case CallLoop.Outcome.Cancelled() -> new Settled.Unknown("cut by the shutdown");
        };
    }

    /// The word for a counter's label.
    static String reason(Settled settled) {
        return switch (settled) {
            case Settled.Committed _ -> "committed";
            case Settled.Duplicate _ -> "duplicate";
            case Settled.AckRejected _ -> "ack_rejected";
            case Settled.PreconditionLost _ -> "kv_precondition";
            case Settled.Refused(CallFailure.Refused refusal) -> refusal.code();
            case Settled.Failed(CallFailure.Throttled _) -> "throttled";
            case Settled.Failed _ -> "unavailable";
            case Settled.Unknown _ -> "unknown";
        };
    }

    static Repeat repeatOf(List<? extends KvOp> operations) {
        Repeat repeat = Repeat.ALWAYS;
        for (KvOp operation : operations) {
            boolean conditional = switch (operation) {
                case KvOp.Incr _ -> {
                    repeat = Repeat.WHEN_NOT_SENT;
                    yield false;
                }
                case KvOp.Put put -> put.expect() != KvOp.Put.ANY;
                case KvOp.PutIfAbsent _ -> true;
                case KvOp.Delete delete -> delete.expect() != KvOp.Put.ANY;
                case KvOp.Get _, KvOp.GetMany _, KvOp.GetPrefix _ -> false;
            };
            if (conditional && repeat == Repeat.ALWAYS) {
                repeat = Repeat.WHEN_NOT_APPLIED;
            }
        }
        return repeat;
    }
}
