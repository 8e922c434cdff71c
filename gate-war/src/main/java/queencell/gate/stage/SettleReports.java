package queencell.gate.stage;

import static queencell.log.Field.field;

import java.time.Duration;
import queencell.broker.CallFailure;
import queencell.broker.Settled;
import queencell.log.EventLog;
import queencell.log.Sampler;

/// What people are told about settles that did not go through; repeated ones are sampled. Thread-safe.
final class SettleReports {
    private static final EventLog LOG = EventLog.of("gate.stage");

    private final StageNames names;
    private final Sampler duplicates = Sampler.every(Duration.ofSeconds(1));
    private final Sampler failures = Sampler.every(Duration.ofSeconds(1));
    private final Sampler oversized = Sampler.every(Duration.ofSeconds(60));
    private final Sampler stuck = Sampler.every(Duration.ofSeconds(60));

    SettleReports(StageNames names) {
        this.names = names;
    }

    void duplicate(Part part, String error) {
        warn(duplicates, "settle_met_duplicate", part, error);
    }

    void unknown(Part part, String error) {
        warn(failures, "settle_unknown", part, error);
    }

    void failed(Part part, Settled why) {
        warn(failures, "settle_failed", part, textOf(why));
    }

    /// It goes on in smaller pieces, each claim anew.
    void tooLarge(Part part, String error) {
        oversized
                .letThrough()
                .ifPresent(suppressed -> LOG.warn(
                        "settle_too_large",
                        field("stage", names.stage()),
                        field("partition", part.holding().partition()),
                        field("messages", part.admitted()),
                        field("error", error),
                        field(
                                "fix",
                                "give the node a smaller batch or raise the limit that the error names: every claim pays"
                                        + " for calls that are refused"),
                        field("suppressed", suppressed)));
    }

    /// A head that people were told of goes on failing (runtime, 9.4).
    void stillWedged(Part part, Settled why) {
        warn(stuck, "cursor_still_stuck", part, textOf(why));
    }

    private void warn(Sampler sampler, String event, Part part, String error) {
        sampler.letThrough()
                .ifPresent(suppressed -> LOG.warn(
                        event,
                        field("stage", names.stage()),
                        field("partition", part.holding().partition()),
                        field("messages", part.prefix().size()),
                        field("error", error),
                        field("suppressed", suppressed)));
    }

    void deadLetter(Holding holding, String reason) {
        LOG.warn(
                "message_dead_lettered",
                field("stage", names.stage()),
                field("partition", holding.partition()),
                field("reason", reason));
    }

    void passedOver(Holding holding, Item.Poison poison) {
        LOG.error(
                "message_passed_over",
                field("stage", names.stage()),
                field("partition", holding.partition()),
                field("transaction_id", poison.message().transactionId()),
                field("message_id", poison.message().id()),
                field("reason", poison.reason()),
                field("why", "the broker cannot dead-letter it: its payload holds \\u0000 or half a surrogate pair"),
                field("fix", "read it with another consumer group from the beginning while its queue keeps it"));
    }

    void deadLetterFailed(Holding holding, Settled why) {
        LOG.warn(
                "dead_letter_failed",
                field("stage", names.stage()),
                field("partition", holding.partition()),
                field("error", textOf(why)));
    }

    void wedged(Holding holding, int attempts, Settled why) {
        LOG.error(
                "cursor_stuck",
                field("stage", names.stage()),
                field("queue", names.source()),
                field("group", names.group()),
                field("partition", holding.partition()),
                field("attempts", attempts),
                field("error", textOf(why)),
                field(
                        "fix",
                        "this is a cursor that cannot move, not a backlog that waits for a budget: POST"
                                + " /api/v1/consumer-groups/%s/queues/%s/seek {\"toEnd\":true} on the broker"
                                        .formatted(names.group(), names.source())));
    }

    static String textOf(Settled settled) {
        return switch (settled) {
            case Settled.Committed committed -> "committed";
            case Settled.Duplicate duplicate -> duplicate.text();
            case Settled.AckRejected rejected -> rejected.text();
            case Settled.PreconditionLost lost -> lost.loss().reason();
            case Settled.Refused(CallFailure.Refused refusal) -> refusal.text();
            case Settled.Failed(CallFailure failure) -> failure.text();
            case Settled.Unknown unknown -> unknown.text();
        };
    }
}
