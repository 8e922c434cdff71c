package queencell.listener;

import static queencell.log.Field.field;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import queencell.log.EventLog;
import queencell.process.BrokenClass;

/// One request on a Netty connection and the state of its answer. State is touched on the loop only.
final class Call implements Inbound, AnswerPort {

    private static final EventLog LOG = EventLog.of("edge");
    private static final Runnable NOBODY = () -> {};

    /// A body up to this size is copied behind its head, so that both leave in one buffer.
    private static final int COPIED_BODY_BYTES = 16 * 1024;

    private enum Answer {
        DUE,
        RELAYING,
        /// Complete, or nobody waits for it any more.
        OVER
    }

    private final Connection connection;
    private final RequestHead head;
    private final CallBody body;
    private final InetSocketAddress peer;
    private final EventLoop loop;
    private Answer answer = Answer.DUE;
    private boolean abandoned;
    private boolean keepsAlive;
    private Runnable gone = NOBODY;
    private RelayedAnswer relayed;
    private RelaySink sink;
    private Duration timeout = Duration.ZERO;
    private long startNanos;

    Call(Connection connection, RequestHead head) {
        this.connection = connection;
        this.head = head;
        this.loop = connection.channel().eventLoop();
        this.peer = (InetSocketAddress) connection.channel().remoteAddress();
        this.body = new CallBody(connection, this, head);
    }

    void start() {
        startNanos = System.nanoTime();
        Dispatch dispatch = connection.core().dispatch();
        dispatch.plan(this, this).ifPresent(plan -> {
            timeout = plan.timeout();
            dispatch.begin(this, plan, this, this::refuse);
        });
    }

    /// Whether the answer is complete and the connection goes on.
    boolean over() {
        return answer == Answer.OVER && body.done();
    }

    @Override
    public void whole(AnswerHead answerHead, byte[] bytes, int length) {
        onLoop(() -> {
            if (answer != Answer.DUE) {
                return;
            }
            end();
            boolean headRequest = head.method().equals("HEAD");
            boolean bodiless = headRequest || answerHead.bodiless();
            long told = headRequest && length == 0 ? answerHead.declaredLength() : length;
            AnswerHead.Framing framing = answerHead.bodiless() || told < 0
                    ? new AnswerHead.Framing.NoBody()
                    : new AnswerHead.Framing.Length(told);
            keepsAlive = keepsAlive();
            boolean copied = !bodiless && length <= COPIED_BODY_BYTES;
            ByteBuf out = connection.context().alloc().buffer(512 + (copied ? length : 0));
            answerHead.writeTo(out, framing, keepsAlive, head.http10());
            if (copied) {
                out.writeBytes(bytes, 0, length);
            }
            connection.context().write(out);
            if (!copied && !bodiless) {
                connection.context().write(Unpooled.wrappedBuffer(bytes, 0, length));
            }
            connection.answered(keepsAlive);
        });
    }

    @Override
    public void relayed(AnswerHead answerHead, RelayedAnswer source) {
        onLoop(() -> {
            if (answer != Answer.DUE) {
                source.cancelled();
                return;
            }
            answer = Answer.RELAYING;
            relayed = source;
            AnswerHead.Framing framing = framingOf(answerHead);
            keepsAlive = keepsAlive() && !(framing instanceof AnswerHead.Framing.UntilClose);
            boolean bodiless = head.method().equals("HEAD") || answerHead.bodiless();
            ByteBuf out = connection.context().alloc().buffer(1024);
            answerHead.writeTo(out, framing, keepsAlive, head.http10());
            var relay = new RelaySink(connection, this, bodiless ? new AnswerHead.Framing.NoBody() : framing, out);
            sink = relay;
            try {
                source.relayTo(relay);
            } finally {
                relay.sendGathered();
            }
        });
    }

    private AnswerHead.Framing framingOf(AnswerHead answerHead) {
        boolean headRequest = head.method().equals("HEAD");
        if (answerHead.status() == 204) {
            return new AnswerHead.Framing.NoBody();
        }
        if (answerHead.declaredLength() >= 0) {
            return new AnswerHead.Framing.Length(answerHead.declaredLength());
        }
        if (headRequest || answerHead.bodiless()) {
            return new AnswerHead.Framing.NoBody();
        }
        return head.http10() ? new AnswerHead.Framing.UntilClose() : new AnswerHead.Framing.Chunked();
    }

    @Override
    public void failed(Throwable fault) {
        BrokenClass.endsProcess(LOG, fault);
        LOG.error("request_failed", fault, field("listener", connection.core().name()));
        onLoop(() -> {
            if (answer == Answer.DUE) {
                refuse(Refusal.fault());
            } else if (answer == Answer.RELAYING) {
                connection.cut();
                abandon();
            }
        });
    }

    /// Called by the sink: every byte of the body was handed over.
    void relayEnded() {
        end();
        connection.answered(keepsAlive);
    }

    /// Called by the sink: there will be no more.
    void relayFailed() {
        end();
        connection.cut();
    }

    /// The client caught up with what was written.
    void writable() {
        if (sink != null) {
            sink.caughtUp();
        }
    }

    void clientGone() {
        body.clientGone();
        abandon();
    }

    /// Called by the sweeper.
    void check(long nowNanos) {
        body.check(nowNanos);
        if (answer == Answer.DUE && !timeout.isZero() && nowNanos - startNanos > timeout.toNanos()) {
            if (body.collecting()) {
                body.tooSlow();
            } else {
                refuse(Refusal.noAnswerInTime(timeout));
            }
        }
    }

    private void refuse(Refusal refusal) {
        if (answer == Answer.DUE) {
            connection.refuse(refusal, head.headers(), head.method().equals("HEAD"));
            abandon();
        }
    }

    /// Nobody waits for the application's answer any more.
    private void abandon() {
        if (answer == Answer.OVER) {
            return;
        }
        RelayedAnswer source = relayed;
        Runnable told = gone;
        end();
        abandoned = true;
        if (source != null) {
            source.cancelled();
        }
        told.run();
    }

    private void end() {
        answer = Answer.OVER;
        body.giveBack();
        relayed = null;
        sink = null;
        gone = NOBODY;
    }

    private boolean keepsAlive() {
        return head.keepAlive() && !connection.core().draining() && body.drainable();
    }

    private void onLoop(Runnable action) {
        if (loop.inEventLoop()) {
            action.run();
        } else {
            loop.execute(action);
        }
    }

    @Override
    public void allow(Duration fromNow) {
        Duration whole = Duration.ofNanos(System.nanoTime() - startNanos).plus(fromNow);
        if (!timeout.isZero() && whole.compareTo(timeout) > 0) {
            timeout = whole;
        }
    }

    @Override
    public void onDisconnect(Runnable told) {
        onLoop(() -> {
            if (abandoned) {
                told.run();
            } else if (answer != Answer.OVER) {
                gone = told;
            }
        });
    }

    @Override
    public String method() {
        return head.method();
    }

    @Override
    public String target() {
        return head.target();
    }

    @Override
    public InboundHeaders headers() {
        return head.headers();
    }

    @Override
    public InetSocketAddress peer() {
        return peer;
    }

    @Override
    public InetSocketAddress local() {
        return (InetSocketAddress) connection.channel().localAddress();
    }

    @Override
    public boolean secure() {
        return connection.core().secure();
    }

    @Override
    public EventLoop loop() {
        return loop;
    }

    @Override
    public CallBody body() {
        return body;
    }
}
