package queencell.proxy.forward;

import static queencell.log.Field.field;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import queencell.listener.BodyFailure;
import queencell.listener.BodyReader;
import queencell.listener.InboundHeaders;
import queencell.listener.RelayedAnswer;
import queencell.log.EventLog;

/// One request to a broker and its answer, from the search for a connection to the last byte. State is touched
/// on the loop only.
final class UpstreamExchange implements UpstreamCall {

    private static final EventLog LOG = EventLog.of("forward");

    /// How long an answer may wait for somebody to relay or discard it.
    private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(30);

    private enum State {
        CONNECTING,
        /// The request is being sent, or was; an answer is due.
        AWAITING,
        /// The head was told; nobody takes the body yet.
        ANSWERED,
        RELAYING,
        OVER
    }

    private final BaseUrl base;
    private final EventLoop loop;
    private final Consumer<Outcome> handler;
    private final ReplyReader replies;
    private State state = State.CONNECTING;
    /// Let go of once it is written or nobody waits any more: a body may be large.
    private UpstreamRequest request;
    private LoopPool pool;
    private UpstreamConnection connection;
    private RequestWriter writer;
    private ReplyHead head;
    private BodyReader body;
    private AnswerRelay relay;
    private ScheduledFuture<?> timer;
    private boolean sent;
    private boolean replaced;

    UpstreamExchange(UpstreamRequest request, EventLoop loop, Consumer<Outcome> handler) {
        this.base = request.base();
        this.request = request;
        this.loop = loop;
        this.handler = handler;
        this.replies = new ReplyReader(request.method().equals("HEAD"));
    }

    void start(LoopPool ofLoop, Duration deadline) {
        if (over()) {
            return;
        }
        pool = ofLoop;
        timer = loop.schedule(this::deadlinePassed, deadline.toNanos(), TimeUnit.NANOSECONDS);
        pool.connect(this);
    }

    BaseUrl base() {
        return base;
    }

    boolean over() {
        return state == State.OVER;
    }

    boolean awaitsAnswer() {
        return state == State.AWAITING;
    }

    boolean relaying() {
        return state == State.RELAYING;
    }

    /// Whether the request's body still goes out on this connection.
    boolean sendsOn(UpstreamConnection used) {
        return connection == used && !over();
    }

    void connected(UpstreamConnection found) {
        if (over()) {
            pool.keep(found);
            return;
        }
        state = State.AWAITING;
        sent = true;
        connection = found;
        connection.serve(this);
        writer = new RequestWriter(this, connection);
        writer.write(request);
    }

    /// The request left as far as its head, so that it will not be sent again.
    void headWritten() {
        request = null;
    }

    void unreachable(String reason) {
        if (state == State.CONNECTING) {
            tell(new Outcome.Unreachable(false, reason));
        }
    }

    /// The head of the request could not be written.
    ///
    /// @param untouched whether not one byte of it went out
    void sendFailed(UpstreamConnection used, boolean untouched) {
        if (!awaitsAnswer() || connection != used) {
            return;
        }
        if (untouched && used.used() && !replaced) {
            // the broker closed a kept connection in the moment of use
            replaced = true;
            sent = false;
            state = State.CONNECTING;
            connection = null;
            used.release(false);
            pool.connectAnew(this);
        } else {
            tell(new Outcome.Unreachable(!untouched, base + " closed while the request was sent"));
        }
    }

    void bodyBroken(BodyFailure failure) {
        if (awaitsAnswer()) {
            tell(new Outcome.BodyBroken(failure));
        }
    }

    void writabilityChanged(boolean writable) {
        if (writable && writer != null) {
            writer.writable();
        }
    }

    /// Bytes came in.
    void received() {
        if (state == State.AWAITING) {
            switch (replies.read(connection.buffered())) {
                case ReplyReader.Step.More _ -> {}
                case ReplyReader.Step.Malformed malformed -> tell(new Outcome.Malformed(malformed.reason()));
                case ReplyReader.Step.Read read -> answered(read.head());
            }
        } else if (state == State.RELAYING) {
            relay.pump();
        }
    }

    private void answered(ReplyHead reply) {
        head = reply;
        body = new BodyReader(reply.bodyLength());
        state = State.ANSWERED;
        timer.cancel(false);
        try {
            handler.accept(new Outcome.Answered(new UpstreamAnswer(reply, this)));
        } catch (RuntimeException fault) {
            LOG.error("answer_not_handled", fault, field("status", reply.status()));
            discard();
        }
        if (state == State.ANSWERED) {
            timer = loop.schedule(this::discard, FORGOTTEN_AFTER.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /// @param broke whether by a fault, and not because the broker closed it
    void connectionEnded(boolean broke) {
        switch (state) {
            case AWAITING -> tell(new Outcome.Unreachable(true, base + " closed before an answer came"));
            case ANSWERED -> bodyEnds(broke);
            case RELAYING -> {
                bodyEnds(broke);
                relay.pump();
            }
            case CONNECTING, OVER -> {}
        }
    }

    private void bodyEnds(boolean broke) {
        if (broke) {
            body.connectionBroke();
        } else {
            body.connectionEnded();
        }
    }

    private void deadlinePassed() {
        if (state == State.CONNECTING || state == State.AWAITING) {
            tell(new Outcome.DeadlinePassed(sent));
        }
    }

    /// Ends without an answer.
    private void tell(Outcome outcome) {
        finish(false);
        try {
            handler.accept(outcome);
        } catch (RuntimeException fault) {
            LOG.error("outcome_not_handled", fault);
        }
    }

    RelayedAnswer relay(InboundHeaders fields, AnswerObserver observer, Consumer<RelayEnd> done) {
        if (relay != null) {
            throw new IllegalStateException("an answer is relayed once");
        }
        relay = new AnswerRelay(this, fields, observer, done);
        return relay;
    }

    void relayBegins() {
        state = State.RELAYING;
        timer.cancel(false);
    }

    /// For its relay: the connection whose answer this is, and the framing of the body.
    UpstreamConnection connection() {
        return connection;
    }

    BodyReader body() {
        return body;
    }

    DetachedRelays detached() {
        return pool.detached();
    }

    EventLoop loop() {
        return loop;
    }

    /// Nobody takes the body. An observer that was promised it is told how it ended, as one whose client has left.
    void discard() {
        if (state == State.ANSWERED && relay != null) {
            relay.cancelled();
        } else if (state == State.ANSWERED) {
            finish(body.done());
        }
    }

    /// Lets go of the connection.
    ///
    /// @param bodyRead whether nothing of the answer can still come
    void finish(boolean bodyRead) {
        end();
        timer.cancel(false);
        if (connection != null) {
            UpstreamConnection used = connection;
            connection = null;
            used.release(bodyRead && head.keepAlive() && writer.whole());
        }
    }

    /// A connect that hangs holds the exchange, but not the body, which counts no more.
    private void end() {
        state = State.OVER;
        request = null;
    }

    @Override
    public boolean sent() {
        return sent;
    }

    @Override
    public void cancel() {
        if (!loop.inEventLoop()) {
            loop.execute(this::cancel);
        } else if (state == State.CONNECTING || state == State.AWAITING) {
            if (timer == null) {
                end();
            } else {
                finish(false);
            }
        }
    }
}
