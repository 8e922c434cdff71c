package queencell.broker;

import java.util.List;
import java.util.Locale;

/// Outcome of a transaction (wire, 9.4 to 9.6). Except for [Committed] and [Unknown] nothing was applied and
/// the lease is untouched.
public sealed interface Settled {

    /// @param deadLettered a message went to the dead-letter queue
    /// @param kv results of the key/value riders, in request order
    record Committed(boolean deadLettered, List<KvResult> kv) implements Settled {
        public Committed {
            kv = List.copyOf(kv);
        }
    }

    /// A pushed id is already in its partition; the broker does not say which one (9.6).
    record Duplicate(String text) implements Settled {}

    record AckRejected(Cause cause, String text) implements Settled {}

    /// A key/value rider marked `required` lost.
    record PreconditionLost(KvAnswer.PreconditionLost loss) implements Settled {}

    /// The bundle will never be accepted as it is: bad shape, too large, a rider without grant or quota.
    record Refused(CallFailure.Refused refusal) implements Settled {}

    /// Certainly not applied, for a reason that may pass: database error, no room, throttled, not reachable.
    ///
    /// @param failure never [CallFailure.OutcomeUnknown]
    record Failed(CallFailure failure) implements Settled {}

    /// It may have committed: no answer, or one that does not decide it (`misaligned`, a database that was
    /// lost meanwhile).
    record Unknown(String text) implements Settled {}

    /// Why an ack was refused; told apart by the text, since the reason is always `ack_rejected`.
    enum Cause {
        /// The claim is somebody else's, or was settled by an attempt whose answer was lost.
        LEASE_LOST,
        /// An id that resolves nowhere: the cursor may be stuck (trap 1).
        UNKNOWN_MESSAGE,
        NO_CONSUMER,
        /// The partition is another tenant's, or does not exist any more.
        FOREIGN_PARTITION,
        /// A push item without a usable queue or partition.
        UNRESOLVED_PUSH,
        OTHER;

        static Cause of(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            if (lower.contains("invalid or expired lease")) {
                return LEASE_LOST;
            }
            if (lower.contains("unknown transactionid")) {
                return UNKNOWN_MESSAGE;
            }
            if (lower.contains("consumer not found")) {
                return NO_CONSUMER;
            }
            if (lower.contains("not owned by this tenant")) {
                return FOREIGN_PARTITION;
            }
            return lower.contains("pushes (empty or unknown") ? UNRESOLVED_PUSH : OTHER;
        }
    }
}
