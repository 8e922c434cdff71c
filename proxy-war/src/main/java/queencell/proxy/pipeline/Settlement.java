package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.proxy.inspect.Answer;
import queencell.proxy.inspect.AnswerScanner;
import queencell.proxy.meter.Usage;
import queencell.proxy.meter.UsageAggregate;
import queencell.proxy.route.OpClass;
import queencell.proxy.route.Special;

/// Steps 12 and A10: what a request has used is counted by what the broker says it did; what it took and did not need
/// goes back. Each method is called once per request, on its loop. Thread-safe.
@HotPath
public class Settlement {
    private static final EventLog LOG = EventLog.of("meter");
    private static final EventLog GATEWAY = EventLog.of("gateway");

    private final UsageAggregate usage;
    private final Charges charges;
    private final Sampler spooling = Sampler.every(Duration.ofSeconds(30));

    @Inject
    Settlement(UsageAggregate usage, Charges charges) {
        this.usage = usage;
        this.charges = charges;
    }

    /// What counts an answer of this status, if it is counted at all.
    Optional<AnswerScanner> scannerOf(Exchange exchange, Claim claim, int status) {
        boolean success = status >= 200 && status < 300;
        return switch (exchange.route().special()) {
            case PUSH -> only(status == 201, () -> AnswerScanner.ofPush(claim.items()));
            case TRANSACTION -> only(success, () -> AnswerScanner.ofTransaction(claim.items()));
            case POP, EPHEMERAL_POP -> only(status == 200, AnswerScanner::ofPop);
            case EPHEMERAL_PUSH -> only(status == 201, AnswerScanner::ofEphemeralPush);
            case CYCLE -> only(success && claim.items().count() > 0, () -> AnswerScanner.ofCycle(claim.items()));
            case REPLAY, RETRY -> only(success, AnswerScanner::ofReplay);
            case NONE, ACK, CONFIGURE, KV, TIMERS -> Optional.empty();
        };
    }

    private static Optional<AnswerScanner> only(boolean condition, Supplier<AnswerScanner> scanner) {
        return condition ? Optional.of(scanner.get()) : Optional.empty();
    }

    /// The head of the answer is known: names stay or go by its status (A6, A40), or wait for its end where only the
    /// body tells that everything was rolled back.
    ///
    /// @param counted whether the body is read for what it says
    void headKnown(Exchange exchange, Claim claim, int status, boolean counted) {
        if (status < 200 || status >= 300) {
            claim.reservation().release();
            charges.settleStorage(exchange, claim.storageBytes());
        } else if (!counted || !mayBeRolledBack(exchange)) {
            claim.reservation().keep();
        }
    }

    private static boolean mayBeRolledBack(Exchange exchange) {
        Special special = exchange.route().special();
        return special == Special.TRANSACTION || special == Special.CYCLE;
    }

    /// An answer that nobody counts, relayed to whatever end.
    void uncounted(Exchange exchange, Claim claim, int status, long bytesOut) {
        if (status >= 500) {
            warnNotBilled(exchange, status, "the broker answered so");
        }
        record(exchange, exchange.route().op(), Usage.request(0, claim.bytesIn(), bytesOut));
        claim.month().release();
    }

    /// An answer that should have been counted and ended too early: what the broker did is not known.
    void brokenOff(Exchange exchange, Claim claim, int status, long bytesOut) {
        claim.reservation().keep();
        warnNotBilled(exchange, status, "the answer broke off, or its client left and the rest took too long");
        record(exchange, exchange.route().op(), Usage.request(0, claim.bytesIn(), bytesOut));
        claim.month().release();
    }

    /// An answer whose body has gone by.
    void counted(Exchange exchange, Claim claim, int status, Answer answer, long bytesOut) {
        if (answer instanceof Answer.Counted counted && counted.rolledBack()) {
            claim.reservation().release();
        } else {
            claim.reservation().keep();
        }
        switch (answer) {
            case Answer.Counted counted -> bill(exchange, claim, counted, bytesOut);
            case Answer.Unreadable(String why) -> {
                LOG.warn(
                        "answer_unreadable",
                        field("cluster", exchange.cluster().slug()),
                        field("status", status),
                        field("op", exchange.route().op().wireName()),
                        field("reason", why),
                        field("rid", exchange.requestId()));
                record(exchange, exchange.route().op(), Usage.request(0, claim.bytesIn(), bytesOut));
            }
        }
        claim.month().release();
    }

    private void bill(Exchange exchange, Claim claim, Answer.Counted counted, long bytesOut) {
        Special special = exchange.route().special();
        OpClass op = exchange.route().op();
        boolean countsAsPush = special == Special.CYCLE || special == Special.REPLAY || special == Special.RETRY;
        record(exchange, op, Usage.request(countsAsPush ? 0 : counted.messages(), claim.bytesIn(), bytesOut));
        if (countsAsPush && counted.messages() > 0) {
            record(exchange, OpClass.PUSH, Usage.messages(counted.messages()));
        }
        charges.settleStorage(exchange, Math.min(counted.notStoredBytes(), claim.storageBytes()));
        if (special.delivers()) {
            charges.debit(exchange, counted.messages());
        } else if (special.takesMessageTokens()) {
            // more than was charged: the broker saw items that we did not
            charges.debit(exchange, counted.messages() - claim.charged());
        }
        if (special == Special.PUSH && counted.isMostlyBuffered()) {
            spooling.letThrough()
                    .ifPresent(suppressed -> GATEWAY.info(
                            "cell_spools_pushes",
                            field("buffered", counted.buffered()),
                            field("items", counted.items()),
                            field("suppressed", suppressed)));
        }
    }

    /// The broker never answered.
    ///
    /// @param untouched whether it cannot have seen the request, so that everything goes back
    void unanswered(Exchange exchange, Claim claim, int status, String reason, boolean untouched) {
        warnNotBilled(exchange, status, reason);
        endUnanswered(exchange, claim, untouched);
    }

    /// The client left before an answer came (A17): the broker may have done what was asked.
    ///
    /// @param untouched as of [#unanswered]
    void abandoned(Exchange exchange, Claim claim, boolean untouched) {
        endUnanswered(exchange, claim, untouched);
    }

    private void endUnanswered(Exchange exchange, Claim claim, boolean untouched) {
        if (untouched) {
            claim.reservation().release();
            charges.settleStorage(exchange, claim.storageBytes());
        } else {
            claim.reservation().keep();
        }
        record(exchange, exchange.route().op(), Usage.request(0, claim.bytesIn(), 0));
        claim.month().release();
    }

    private static void warnNotBilled(Exchange exchange, int status, String reason) {
        LOG.warn(
                "request_not_billed",
                field("cluster", exchange.cluster().slug()),
                field("status", status),
                field("op", exchange.route().op().wireName()),
                field("reason", reason),
                field("rid", exchange.requestId()));
    }

    private void record(Exchange exchange, OpClass op, Usage used) {
        usage.record(exchange.cluster().id(), op, used);
    }
}
