package queencell.proxy.pipeline;

import io.netty.buffer.ByteBuf;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import queencell.listener.BodyFailure;
import queencell.listener.Collected;
import queencell.listener.EdgeSettings;
import queencell.listener.FieldNameSet;
import queencell.listener.InboundBody;
import queencell.listener.RelayedAnswer;
import queencell.proxy.forward.AnswerObserver;
import queencell.proxy.forward.Outcome;
import queencell.proxy.forward.RelayEnd;
import queencell.proxy.forward.UpstreamAnswer;
import queencell.proxy.forward.UpstreamBody;
import queencell.proxy.forward.UpstreamCall;
import queencell.proxy.forward.UpstreamRequest;
import queencell.proxy.inspect.AnswerScanner;
import queencell.proxy.limit.ParkedSlots;
import queencell.proxy.registry.PartitionsUnseen;
import queencell.web.RefusedException;

/// One request from the last filter to its settlement (pipeline, steps 9 to 12): body, slot, broker, answer.
///
/// Runs on the loop of its connection; only bodies that take long to read are judged elsewhere. Whatever ends it, its
/// slot is given back and its usage is recorded exactly once.
final class DataCall {
    /// Judging a body of this size takes about a millisecond; a larger one must not hold up the loop's other
    /// requests.
    private static final int QUICKLY_JUDGED = 256 * 1024;

    private static final FieldNameSet CREDENTIALS = FieldNameSet.of("authorization", "cookie", "proxy-authorization");

    private final DataPath path;
    private final Exchange exchange;
    private final ContainerRequestContext request;
    private final CompletableFuture<Response> response = new CompletableFuture<>();
    private Claim claim = Claim.NOTHING;
    private Optional<ParkedSlots.Slot> slot = Optional.empty();
    private Optional<UpstreamCall> call = Optional.empty();
    private long sentNanos;
    /// Written on the loop.
    private volatile boolean over;

    DataCall(DataPath path, Exchange exchange, ContainerRequestContext request) {
        this.path = path;
        this.exchange = exchange;
        this.request = request;
    }

    /// Never complete when the client has left: nobody waits for it then.
    CompletionStage<Response> response() {
        return response;
    }

    /// Begins on the loop.
    void start() {
        exchange.inbound().onDisconnect(this::clientLeft);
        if (exchange.route().buffersBody()) {
            exchange.inbound()
                    .body()
                    .collect(exchange.cluster().id(), path.bodyCap().bytes(), this::collected);
        } else {
            guarded(() -> whenNamesAreLoaded(() -> {
                claim = path.gate().judgeUnread(exchange);
                send(relayed(exchange.inbound().body()));
            }));
        }
    }

    private static UpstreamBody relayed(InboundBody body) {
        return body.declaredLength() == 0 ? UpstreamBody.none() : new UpstreamBody.Relayed(body);
    }

    private void collected(Collected outcome) {
        guarded(() -> {
            switch (outcome) {
                case Collected.TooLarge(long seen) -> path.gate().refuseBody(exchange, seen, path.bodyCap());
                case Collected.Incomplete(var failure)
                when failure == BodyFailure.NO_ROOM -> path.gate().refuseForMemory(exchange);
                case Collected.Incomplete(var failure) -> exchange.end(Refusals.bodyBroken(failure));
                case Collected.Whole(byte[] bytes) -> whenNamesAreLoaded(() -> judge(bytes));
            }
        });
    }

    private void judge(byte[] bytes) {
        if (bytes.length > QUICKLY_JUDGED) {
            elsewhere(() -> judgeElsewhere(bytes));
            return;
        }
        try {
            claim = path.gate().judge(exchange, bytes);
        } catch (PartitionsUnseen unseen) {
            elsewhere(() -> {
                path.registry().see(exchange.cluster(), unseen.queues());
                judgeElsewhere(bytes);
            });
            return;
        }
        send(bodyOf(bytes));
    }

    /// The body counts as held until this is done, even if its client leaves before.
    private void elsewhere(Runnable judging) {
        Runnable done = exchange.inbound().body().keep();
        path.elsewhere().execute(() -> {
            try {
                judging.run();
            } finally {
                done.run();
            }
        });
    }

    /// In a thread that may wait. What was judged before names were missing has charged nothing.
    private void judgeElsewhere(byte[] bytes) {
        if (over) {
            // the client left before
            return;
        }
        try {
            Claim judged = bytes.length > QUICKLY_JUDGED
                    ? path.largeBodies()
                            .inTurn(() -> over ? Claim.NOTHING : path.gate().judge(exchange, bytes))
                    : path.gate().judge(exchange, bytes);
            exchange.inbound().loop().execute(() -> judged(judged, bytes));
        } catch (PartitionsUnseen unseen) {
            path.registry().see(exchange.cluster(), unseen.queues());
            judgeElsewhere(bytes);
        } catch (RuntimeException | Error refused) {
            onLoop(() -> {
                throw refused;
            });
        }
    }

    private void judged(Claim judged, byte[] bytes) {
        claim = judged;
        if (over) {
            // the client left while the body was judged; nothing was sent
            giveBack();
        } else {
            guarded(() -> send(bodyOf(bytes)));
        }
    }

    private static UpstreamBody bodyOf(byte[] bytes) {
        return bytes.length == 0 ? UpstreamBody.none() : new UpstreamBody.Bytes(bytes);
    }

    /// The registry of this cluster may have to be read from the database first.
    private void whenNamesAreLoaded(Runnable then) {
        switch (exchange.route().special()) {
            case PUSH, TRANSACTION, CYCLE, CONFIGURE, TIMERS, REPLAY, POP ->
                // guarded where it runs: a refusal that is thrown into the registry's future reaches nobody
                path.registry().whenLoaded(exchange.cluster().id(), () -> {
                    if (exchange.inbound().loop().inEventLoop()) {
                        guarded(then);
                    } else {
                        onLoop(then);
                    }
                });
            case NONE, ACK, KV, EPHEMERAL_PUSH, EPHEMERAL_POP, RETRY -> then.run();
        }
    }

    private void onLoop(Runnable step) {
        exchange.inbound().loop().execute(() -> guarded(step));
    }

    /// A refusal or a fault inside a step becomes the answer.
    private void guarded(Runnable step) {
        try {
            if (!over) {
                step.run();
            }
        } catch (RuntimeException | Error refused) {
            over = true;
            slot.ifPresent(ParkedSlots.Slot::release);
            giveBack();
            response.completeExceptionally(refused);
        }
    }

    /// The broker was not asked: names, bytes and the month are as they were.
    private void giveBack() {
        claim.reservation().release();
        claim.month().release();
        path.charges().settleStorage(exchange, claim.storageBytes());
    }

    private void send(UpstreamBody body) {
        path.outgoing().of(exchange, body).ifPresentOrElse(this::forward, this::cellUnusable);
    }

    /// Counted like every 502 of ours (7.13).
    private void cellUnusable() {
        over = true;
        path.settlement().unanswered(exchange, claim, 502, "the cell's row is of no use", true);
        refuse(Refusals.badGateway());
    }

    private void forward(UpstreamRequest outgoing) {
        if (exchange.outgoing().parks()) {
            slot = Optional.of(path.parking().park(exchange));
            // it is held for minutes, thousands at a time, and nobody asks who it is any more
            exchange.inbound().headers().forget(CREDENTIALS);
        }
        exchange.showLimits();
        exchange.inbound().allow(EdgeSettings.afterGateway(exchange.outgoing().deadline()));
        sentNanos = System.nanoTime();
        call = Optional.of(path.upstream()
                .send(
                        outgoing,
                        exchange.outgoing().deadline(),
                        exchange.inbound().loop(),
                        this::answered));
    }

    private void answered(Outcome outcome) {
        slot.ifPresent(ParkedSlots.Slot::release);
        if (over) {
            if (outcome instanceof Outcome.Answered(UpstreamAnswer late)) {
                late.discard();
            }
            return;
        }
        over = true;
        switch (outcome) {
            case Outcome.Answered(UpstreamAnswer answer) -> relayOrFail(answer);
            case Outcome.Unreachable(boolean sent, String reason) -> {
                path.settlement().unanswered(exchange, claim, 502, reason, !sent);
                refuse(Refusals.badGateway());
            }
            case Outcome.Malformed(String reason) -> {
                path.settlement().unanswered(exchange, claim, 502, reason, false);
                refuse(Refusals.badGateway());
            }
            case Outcome.DeadlinePassed(boolean sent) -> {
                path.settlement().unanswered(exchange, claim, 504, "deadline", !sent);
                refuse(Refusals.upstreamTimeout(exchange.outgoing().deadline()));
            }
            case Outcome.BodyBroken(var failure) -> {
                path.settlement().unanswered(exchange, claim, failure.status(), failure.name(), false);
                refuse(Refusals.bodyBroken(failure));
            }
        }
    }

    private void refuse(RefusedException answer) {
        exchange.ended(answer);
        response.completeExceptionally(answer);
    }

    /// Whatever goes wrong with an answer, somebody waits for one.
    private void relayOrFail(UpstreamAnswer answer) {
        try {
            relay(answer);
        } catch (RuntimeException | Error fault) {
            answer.discard();
            response.completeExceptionally(fault);
        }
    }

    private void relay(UpstreamAnswer answer) {
        exchange.upstreamTook(System.nanoTime() - sentNanos);
        Optional<AnswerScanner> scanner = path.settlement().scannerOf(exchange, claim, answer.status());
        AnswerObserver observer = scanner.map(DataCall::feeding).orElse(AnswerObserver.NONE);
        // from here on its end is told, whatever becomes of the answer
        request.setProperty(RelayedAnswer.PROPERTY, answer.relay(observer, end -> settle(answer, scanner, end)));
        path.settlement().headKnown(exchange, claim, answer.status(), scanner.isPresent());
        response.complete(Response.status(answer.status(), answer.reason()).build());
    }

    private static AnswerObserver feeding(AnswerScanner scanner) {
        return (ByteBuf piece) -> {
            for (ByteBuffer each : piece.nioBuffers()) {
                scanner.feed(each);
            }
        };
    }

    private void settle(UpstreamAnswer answer, Optional<AnswerScanner> scanner, RelayEnd end) {
        boolean whole = end instanceof RelayEnd.Complete
                || end instanceof RelayEnd.ClientGone(long bytes, boolean observed) && observed;
        long declared = Math.max(0, answer.declaredLength());
        if (scanner.isEmpty()) {
            path.settlement().uncounted(exchange, claim, answer.status(), declared);
        } else if (whole) {
            path.settlement()
                    .counted(exchange, claim, answer.status(), scanner.get().end(), end.bytes());
        } else {
            path.settlement().brokenOff(exchange, claim, answer.status(), declared);
        }
    }

    private void clientLeft() {
        if (over) {
            // an answer that nobody has begun to relay is given up at once
            if (request.getProperty(RelayedAnswer.PROPERTY) instanceof RelayedAnswer relayed) {
                relayed.cancelled();
            }
            return;
        }
        over = true;
        slot.ifPresent(ParkedSlots.Slot::release);
        if (call.isPresent()) {
            call.get().cancel();
            path.settlement().abandoned(exchange, claim, !call.get().sent());
        } else {
            giveBack();
        }
    }
}
