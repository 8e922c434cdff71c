package queencell.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import queencell.json.UnreadableBytesException;

/// Our client of the QueenMQ broker (wire, 22 and 23): plain blocking calls, meant for virtual threads, any
/// number at once.
///
/// What the broker or the network does is an outcome, never an exception; an exception is a mistake of the
/// caller. The client repeats by itself only what can do no harm (23.4): never an increment or a transaction
/// that may have been sent. Each parked poll occupies one connection, and a working call never waits for one.
///
/// [#as], [#within] and [#near] give views that share connections with this client.
public final class BrokerClient implements AutoCloseable {

    private static final int MOST_KV_OPERATIONS = 256;

    private final Core core;
    private final Credentials credentials;
    private final TimeLimits limits;
    private final String near;

    /// What all views of one client share.
    ///
    /// @param life ends with the client
    private record Core(
            Transport transport,
            CallLoop loop,
            BufferPool buffers,
            BrokerClock clock,
            Timing timing,
            CallListener listener,
            CallScope life) {}

    public static BrokerClient of(BrokerOptions options) {
        return of(options, CallListener.SILENT);
    }

    public static BrokerClient of(BrokerOptions options, CallListener listener) {
        return new BrokerClient(new SocketTransport(options.limits().connect()), options, Timing.REAL, listener);
    }

    BrokerClient(Transport transport, BrokerOptions options, Timing timing, CallListener listener) {
        this(
                new Core(
                        transport,
                        new CallLoop(transport, options, timing, listener),
                        new BufferPool(),
                        new BrokerClock(timing.wall()),
                        timing,
                        listener,
                        new CallScope()),
                options.credentials(),
                options.limits(),
                "");
    }

    private BrokerClient(Core core, Credentials credentials, TimeLimits limits, String near) {
        this.core = core;
        this.credentials = credentials;
        this.limits = limits;
        this.near = near;
    }

    /// The same client under another identity, for example a cell secret and a tenant.
    public BrokerClient as(Credentials identity) {
        return new BrokerClient(core, identity, limits, near);
    }

    /// The same client with other time limits.
    public BrokerClient within(TimeLimits timeLimits) {
        return new BrokerClient(core, credentials, timeLimits, near);
    }

    /// The same client, whose acks, renewals and transactions go to the broker of several that polls of this queue by
    /// this group go to (wire, 23.6).
    public BrokerClient near(String queue, String group) {
        return new BrokerClient(core, credentials, limits, affinity(queue, "", group));
    }

    /// Queues, groups, depths, dead letters, health.
    public BrokerAdmin admin() {
        return new BrokerAdmin(this, limits.read());
    }

    /// The broker's clock as estimated from its answers.
    public BrokerClock clock() {
        return core.clock();
    }

    /// Claims messages, or waits for some (wire, 6).
    public Pop pop(PopRequest request) {
        return pop(request, core.life());
    }

    /// @param scope when it is cancelled, a parked poll is cut at once
    public Pop pop(PopRequest request, CallScope scope) {
        Duration limit =
                request.window().isZero() ? limits.work() : request.window().plus(limits.pollMargin());
        CallScope own = scope == core.life() ? scope : new CallScope();
        Call call = Call.of(CallKind.POP, "GET", Requests.popTarget(request), null, Repeat.ALWAYS, limit, own)
                .key(affinity(request.queue(), request.partition(), request.group()))
                .throttledForEver(!request.window().isZero());
        return switch (sendWithin(scope, call)) {
            case CallLoop.Outcome.Answered answered -> popped(answered);
            case CallLoop.Outcome.Failed(CallFailure.Refused refusal) -> new Pop.Refused(refusal);
            case CallLoop.Outcome.Failed(CallFailure failure) -> new Pop.Failed(failure);
            case CallLoop.Outcome.Unreadable(String text) -> new Pop.Unreadable(text, "", "");
            case CallLoop.Outcome.Cancelled() -> new Pop.Cancelled();
        };
    }

    private static String affinity(String queue, String partition, String group) {
        return "%s:%s:%s"
                .formatted(queue, partition.isEmpty() ? "*" : partition, group.isEmpty() ? "__QUEUE_MODE__" : group);
    }

    /// The call ends with the caller's scope and with the client, whichever ends first.
    private CallLoop.Outcome sendWithin(CallScope scope, Call call) {
        if (scope == core.life()) {
            return send(call, CallLoop.Taker.LATER);
        }
        CallScope.Abortable end = call.scope()::cancel;
        try {
            boolean open = core.life().enter(end) && scope.enter(end);
            return open ? send(call, CallLoop.Taker.LATER) : new CallLoop.Outcome.Cancelled();
        } finally {
            core.life().leave(end);
            scope.leave(end);
        }
    }

    private Pop popped(CallLoop.Outcome.Answered answered) {
        RawAnswer answer = answered.answer();
        var empty = new Pop.Empty(Duration.ofNanos(answer.firstByteNanos() - answered.sentNanos()));
        if (answer.status() == 204) {
            return empty;
        }
        try {
            Claim claim = Answers.pop(answer.body(), answer.firstByteNanos());
            return claim.messages().isEmpty() ? empty : new Pop.Claimed(claim);
        } catch (UnreadableBytesException unreadable) {
            return new Pop.Unreadable(
                    unreadable.getMessage(),
                    Answers.lastText(answer.body(), "partitionId"),
                    Answers.lastText(answer.body(), "partition"));
        }
    }

    /// Pushes messages (wire, 5). Repeated by itself only when every item names its transaction id.
    public Pushed push(List<PushItem> items) {
        boolean named = items.stream().noneMatch(item -> item.transactionId().isEmpty());
        return write(
                CallKind.PUSH,
                "/api/v1/push",
                named ? Repeat.ALWAYS : Repeat.WHEN_NOT_APPLIED,
                limits.work(),
                out -> Requests.push(out, items),
                answer -> new Pushed.Answered(sized(Answers.push(answer.body()), items.size())),
                Pushed.Failed::new);
    }

    /// Acknowledges messages of one group (wire, 7). An item refused because the database is down is sent
    /// once more.
    public Acked ack(String group, List<Ack> acks) {
        Acked first = ackOnce(group, acks);
        boolean outage = first instanceof Acked.Answered answered
                && answered.items().stream()
                        .anyMatch(item -> item instanceof Acked.Rejected(Acked.Cause cause, String _)
                                && cause == Acked.Cause.OUTAGE);
        if (outage && core.timing().pause().pause(core.timing().jittered(Duration.ofSeconds(1)), core.life())) {
            core.listener().repeated(CallKind.ACK, "the broker's database is down");
            return ackOnce(group, acks);
        }
        return first;
    }

    private Acked ackOnce(String group, List<Ack> acks) {
        return write(
                CallKind.ACK,
                "/api/v1/ack/batch",
                Repeat.ALWAYS,
                limits.work(),
                out -> Requests.ackBatch(out, group, acks),
                answer -> new Acked.Answered(counted(sized(Answers.ack(answer.body()), acks.size()))),
                Acked.Failed::new);
    }

    private List<Acked.Item> counted(List<Acked.Item> items) {
        for (Acked.Item item : items) {
            if (item instanceof Acked.Rejected(Acked.Cause cause, String _) && cause == Acked.Cause.UNRESOLVABLE) {
                core.listener().ackUnresolvable();
            }
        }
        return items;
    }

    /// Prolongs a lease to at least `seconds` from now; never shortens it (wire, 8). Gives up after a third
    /// of that time, so that the next renewal is not late.
    public Extended extend(String leaseId, int seconds) {
        if (seconds < 1) {
            throw new IllegalArgumentException("seconds is %d: at least 1".formatted(seconds));
        }
        Duration third = Duration.ofMillis(Math.max(500, seconds * 1000L / 3));
        Duration limit = limits.read().compareTo(third) < 0 ? limits.read() : third;
        JsonBuffer body = core.buffers().take();
        body.ascii("{\"seconds\":").number(seconds).ascii("}");
        String target = "/api/v1/lease/%s/extend".formatted(WireNames.encode(leaseId));
        Call call = Call.of(CallKind.LEASE, "POST", target, body, Repeat.ALWAYS, limit, core.life())
                .key(near)
                .budget(third);
        Extended extended = answer(call, answer -> Answers.lease(answer.body()), Extended.Failed::new);
        if (extended instanceof Extended.Lost) {
            core.listener().leaseLost();
        }
        return extended;
    }

    /// Starts to write a transaction.
    public Bundle bundle() {
        return new Bundle(core.buffers());
    }

    /// Sends a transaction, once (wire, 9; runtime, 1.3): it is repeated only when no byte of it was sent.
    public Settled settle(Bundle bundle) {
        JsonBuffer body = bundle.finish();
        Call call = Call.of(
                        CallKind.TRANSACTION,
                        "POST",
                        "/api/v1/transaction",
                        body,
                        Repeat.WHEN_NOT_SENT,
                        limits.transaction(),
                        core.life())
                .key(near);
        boolean results = bundle.asksForResults();
        var verdict = new Taken<Settled>(answer -> TransactionAnswer.read(answer.body(), results));
        Settled settled;
        try {
            settled = Settlements.of(send(call, verdict), verdict);
        } finally {
            bundle.discard();
        }
        if (!(settled instanceof Settled.Committed)) {
            core.listener().transactionRefused(Settlements.reason(settled));
            if (settled instanceof Settled.AckRejected(Settled.Cause cause, String _)
                    && cause == Settled.Cause.UNKNOWN_MESSAGE) {
                core.listener().ackUnresolvable();
            }
        }
        return settled;
    }

    /// Applies key/value operations in one call (wire, 10). With an increment, or a condition on a version,
    /// it is not repeated by itself.
    ///
    /// @param operations at most 256, no key written twice
    public KvAnswer kv(String namespace, List<? extends KvOp> operations) {
        if (operations.size() > MOST_KV_OPERATIONS) {
            throw new IllegalArgumentException(
                    "%d operations: one call takes at most %d".formatted(operations.size(), MOST_KV_OPERATIONS));
        }
        Instant sent = core.timing().wall().instant();
        KvAnswer answer = write(
                CallKind.KV,
                "/api/v1/kv",
                Settlements.repeatOf(operations),
                limits.kv(),
                out -> Requests.kv(out, namespace, operations),
                raw -> KvAnswerReader.read(raw.body()),
                KvAnswer.Failed::new);
        if (answer instanceof KvAnswer.Done done) {
            ClockReadings.fromRows(
                    core.clock(), done, sent, core.timing().wall().instant());
        }
        return answer;
    }

    /// From now on nothing is repeated, and waits for a repetition end: the process stops. Calls in flight go on.
    public void hurry() {
        core.loop().hurry();
    }

    /// Cuts every call in flight and closes all connections. Further calls end as cancelled or unavailable.
    @Override
    public void close() {
        core.life().cancel();
        core.transport().close();
    }

    // what the calls above and BrokerAdmin share

    @FunctionalInterface
    interface Reader<T> {
        T read(RawAnswer answer) throws UnreadableBytesException;
    }

    /// What was read from the answer that ended a call. One thread.
    static final class Taken<T> implements CallLoop.Taker {
        private final Reader<T> reader;
        private T value;

        Taken(Reader<T> reader) {
            this.reader = reader;
        }

        @Override
        public void take(RawAnswer answer) throws UnreadableBytesException {
            value = reader.read(answer);
        }

        T value() {
            return value;
        }
    }

    private <T> T write(
            CallKind kind,
            String target,
            Repeat repeat,
            Duration limit,
            Consumer<JsonBuffer> writer,
            Reader<T> reader,
            Function<CallFailure, T> failed) {
        JsonBuffer body = core.buffers().take();
        try {
            writer.accept(body);
        } catch (RuntimeException mistake) {
            core.buffers().giveBack(body);
            throw mistake;
        }
        Call call = Call.of(kind, "POST", target, body, repeat, limit, core.life());
        return answer(kind == CallKind.ACK ? call.key(near) : call, reader, failed);
    }

    /// Sends and reads; the body's buffer goes back to the pool.
    <T> T answer(Call call, Reader<T> reader, Function<CallFailure, T> failed) {
        var taken = new Taken<>(reader);
        CallLoop.Outcome outcome;
        try {
            outcome = send(call, taken);
        } finally {
            if (call.body() != null) {
                core.buffers().giveBack(call.body());
            }
        }
        return switch (outcome) {
            case CallLoop.Outcome.Answered answered -> taken.value();
            case CallLoop.Outcome.Failed(CallFailure failure) -> failed.apply(failure);
            case CallLoop.Outcome.Unreadable(String text) -> failed.apply(new CallFailure.OutcomeUnknown(text));
            case CallLoop.Outcome.Cancelled() -> failed.apply(new CallFailure.OutcomeUnknown("cut by the shutdown"));
        };
    }

    private CallLoop.Outcome send(Call call, CallLoop.Taker taker) {
        CallLoop.Outcome outcome = core.life().cancelled()
                ? new CallLoop.Outcome.Failed(new CallFailure.Unavailable("this client is closed"))
                : core.loop().send(call, credentials, taker);
        if (outcome instanceof CallLoop.Outcome.Answered(RawAnswer answer, long sentNanos)) {
            Instant received = core.timing().wall().instant();
            Instant sent = received.minusNanos(core.timing().nanos().getAsLong() - sentNanos);
            ClockReadings.fromDate(core.clock(), answer, sent, received);
        }
        return outcome;
    }

    BufferPool buffers() {
        return core.buffers();
    }

    CallScope life() {
        return core.life();
    }

    /// An answer must have one entry per item, or it does not say what became of them.
    private static <T> List<T> sized(List<T> items, int expected) throws UnreadableBytesException {
        if (items.size() != expected) {
            throw new UnreadableBytesException(
                    "the answer has %d entries for %d items".formatted(items.size(), expected));
        }
        return items;
    }
}
