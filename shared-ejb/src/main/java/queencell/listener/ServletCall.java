package queencell.listener;

import static queencell.log.Field.field;

import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import queencell.log.EventLog;
import queencell.process.BrokenClass;

/// One request on Payara's listener and the state of its answer. State is touched on its loop only.
final class ServletCall implements Inbound, AnswerPort {

    private static final EventLog LOG = EventLog.of("edge");
    private static final Runnable NOBODY = () -> {};

    private enum Answer {
        DUE,
        WRITING,
        RELAYING,
        OVER
    }

    private final ServletHost host;
    private final EventLoop loop;
    private final AsyncContext async;
    private final RequestHead head;
    private final InetSocketAddress peer;
    private final InetSocketAddress local;
    private final boolean secure;
    private final HttpServletResponse response;
    private final ServletBody body;
    private final GrizzlyConnection connection;
    private Answer answer = Answer.DUE;
    private boolean abandoned;
    private boolean completed;
    private Runnable gone = NOBODY;
    private RelayedAnswer relayed;
    private ScheduledFuture<?> timer;
    private ServletSink sink;

    ServletCall(ServletHost host, EventLoop loop, AsyncContext async, HttpServletRequest request, RequestHead head)
            throws IOException {
        this.host = host;
        this.loop = loop;
        this.async = async;
        this.head = head;
        this.peer = new InetSocketAddress(request.getRemoteAddr(), request.getRemotePort());
        this.local = new InetSocketAddress(request.getLocalAddr(), request.getLocalPort());
        this.secure = request.isSecure();
        this.response = (HttpServletResponse) async.getResponse();
        this.connection = GrizzlyConnection.of(request);
        this.body = new ServletBody(this, request.getInputStream(), head);
    }

    /// On the container's thread.
    void begin() {
        connection.whenClosed(() -> loop.execute(this::clientGone));
        body.listen();
        loop.execute(this::start);
        connection.watch(loop);
    }

    private void start() {
        host.dispatch().plan(this, this).ifPresent(plan -> {
            if (!plan.timeout().isZero()) {
                setTimer(plan.timeout());
            }
            host.dispatch().begin(this, plan, this, this::refuse);
        });
    }

    private void setTimer(Duration bound) {
        timer = loop.schedule(() -> timedOut(bound), bound.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void timedOut(Duration bound) {
        if (answer == Answer.DUE) {
            if (body.collecting()) {
                body.tooSlow();
            } else {
                refuse(Refusal.noAnswerInTime(bound));
            }
        }
    }

    @Override
    public void whole(AnswerHead answerHead, byte[] bytes, int length) {
        onLoop(() -> {
            if (answer == Answer.DUE) {
                answer = Answer.WRITING;
                gone = NOBODY;
                boolean headRequest = head.method().equals("HEAD");
                long told = headRequest && length == 0 ? answerHead.declaredLength() : length;
                send(answerHead, answerHead.bodiless() ? -1 : told);
                if (!headRequest && !answerHead.bodiless() && length > 0) {
                    sink.write(Unpooled.wrappedBuffer(bytes, 0, length));
                }
                sink.end();
            }
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
            send(answerHead, answerHead.status() == 204 ? -1 : answerHead.declaredLength());
            source.relayTo(sink);
        });
    }

    private void send(AnswerHead answerHead, long length) {
        stopTimer();
        writeHead(response, answerHead);
        if (length >= 0) {
            response.setContentLengthLong(length);
        }
        if (!body.whole() || host.draining()) {
            // what is left of the body is Payara's business no more, and a drain waits for nobody's next request
            response.setHeader("Connection", "close");
        }
        boolean bodiless = head.method().equals("HEAD") || answerHead.bodiless();
        sink = new ServletSink(this, response, length, bodiless);
        sink.begin();
    }

    static void writeHead(HttpServletResponse response, AnswerHead answerHead) {
        response.setStatus(answerHead.status());
        List<String> fields = answerHead.fields();
        for (int at = 0; at < fields.size(); at += 2) {
            response.addHeader(fields.get(at), fields.get(at + 1));
        }
    }

    @Override
    public void failed(Throwable fault) {
        BrokenClass.endsProcess(LOG, fault);
        LOG.error("request_failed", fault, field("listener", host.name()));
        onLoop(() -> {
            if (answer == Answer.DUE) {
                refuse(Refusal.fault());
            } else if (answer == Answer.RELAYING) {
                cut();
            }
        });
    }

    private void refuse(Refusal refusal) {
        if (answer == Answer.DUE) {
            AnswerHead answerHead = AnswerHead.of(refusal, host.own().hsts(secure, peer.getAddress(), head.headers()));
            byte[] bytes = refusal.body();
            answer = Answer.WRITING;
            response.setHeader("Connection", "close");
            send(answerHead, bytes.length);
            if (!head.method().equals("HEAD")) {
                sink.write(Unpooled.wrappedBuffer(bytes));
            }
            sink.end();
            tellGone();
        }
    }

    /// Called by the sink: every byte was taken.
    void written() {
        answer = Answer.OVER;
        relayed = null;
        gone = NOBODY;
        complete();
    }

    /// Called by the sink: the body will never be whole.
    void cut() {
        connection.cut();
        clientGone();
    }

    /// The client left, as far as Payara tells.
    void clientGone() {
        stopTimer();
        body.clientGone();
        if (answer != Answer.OVER) {
            RelayedAnswer source = relayed;
            answer = Answer.OVER;
            relayed = null;
            if (sink != null) {
                sink.close();
            }
            if (source != null) {
                source.cancelled();
            }
            tellGone();
        }
        complete();
    }

    private void tellGone() {
        abandoned = true;
        Runnable told = gone;
        gone = NOBODY;
        told.run();
    }

    void giveUp() {
        loop.execute(() -> {
            connection.cut();
            clientGone();
        });
    }

    private void complete() {
        if (!completed) {
            completed = true;
            stopTimer();
            body.giveBack();
            connection.forget();
            host.ended(this);
            try {
                async.complete();
            } catch (IllegalStateException already) {
                LOG.debug("request_ended_before", field("listener", host.name()));
            }
        }
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    ServletHost host() {
        return host;
    }

    void onLoop(Runnable action) {
        if (loop.inEventLoop()) {
            action.run();
        } else {
            loop.execute(action);
        }
    }

    @Override
    public void allow(Duration fromNow) {
        if (timer != null && timer.getDelay(TimeUnit.NANOSECONDS) < fromNow.toNanos()) {
            stopTimer();
            setTimer(fromNow);
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
        return local;
    }

    @Override
    public boolean secure() {
        return secure;
    }

    @Override
    public EventLoop loop() {
        return loop;
    }

    @Override
    public ServletBody body() {
        return body;
    }
}
