package queencell.listener;

import static queencell.log.Field.field;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import queencell.log.EventLog;
import queencell.process.BrokenClass;

/// One client connection: reads heads, runs one request after the other, keeps the deadlines. Lives on its loop.
final class Connection extends ChannelInboundHandlerAdapter {

    private static final EventLog LOG = EventLog.of("edge");
    private static final EventLog TLS = EventLog.of("tls");

    private enum Phase {
        /// TLS comes first.
        HANDSHAKE,
        /// A head is due.
        HEAD,
        /// A request is being read, worked on or answered.
        CALL,
        /// The last answer is out: [Farewell].
        LINGER,
        CLOSED
    }

    int sweepIndex;

    private final ListenerCore core;
    private final Sweeper sweeper;
    private final HeadReader heads;
    private final HeadDeadline headDeadline;
    private final ReadAhead readAhead = new ReadAhead();
    private final WriteStall stall = new WriteStall();
    /// Made when the end comes.
    private Farewell farewell;
    private ChannelHandlerContext context;
    private Phase phase = Phase.HANDSHAKE;
    private Call call;
    private boolean advancing;
    private boolean flushing;

    Connection(ListenerCore core, Sweeper sweeper) {
        this.core = core;
        this.sweeper = sweeper;
        this.heads = new HeadReader(core.edge());
        this.headDeadline = new HeadDeadline(core.edge());
    }

    ListenerCore core() {
        return core;
    }

    Channel channel() {
        return context.channel();
    }

    ChannelHandlerContext context() {
        return context;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        sweeper.add(this);
        if (!core.secure()) {
            awaitFirstHead();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                awaitFirstHead();
                advance();
            } else {
                TLS.debug("handshake_failed", field("listener", core.name()));
                ctx.close();
            }
        } else if (event instanceof SslCloseCompletionEvent) {
            ctx.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        switch (phase) {
            case LINGER, CLOSED -> {
                if (farewell != null && farewell.isTooMuch(in.readableBytes())) {
                    ctx.close();
                }
                in.release();
            }
            case HANDSHAKE, HEAD, CALL -> {
                readAhead.add(ctx, in);
                advance();
            }
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            if (call != null) {
                call.writable();
            }
            advance();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        phase = Phase.CLOSED;
        leaveCall();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        sweeper.remove(this);
        readAhead.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        BrokenClass.endsProcess(LOG, cause);
        // a reset or broken TLS is the client's business; anything else is ours
        if (!(cause instanceof IOException) && !(cause.getCause() instanceof IOException)) {
            LOG.warn("connection_failed", cause, field("listener", core.name()));
        }
        ctx.close();
    }

    /// Does whatever the bytes at hand allow. Reentrant calls return at once: the outer one goes on.
    void advance() {
        if (advancing) {
            return;
        }
        advancing = true;
        try {
            boolean more = true;
            while (more) {
                more = switch (phase) {
                    case HEAD -> readHead();
                    case CALL -> call.body().step(readAhead.bytes()) || call.over() && nextRequest();
                    case HANDSHAKE, LINGER, CLOSED -> false;
                };
            }
        } finally {
            advancing = false;
        }
        if (readAhead.isEmpty()) {
            readAhead.release();
        }
        steerReading();
    }

    private boolean readHead() {
        // a client that does not take its answers gets no further ones
        if (readAhead.isEmpty() || !channel().isWritable()) {
            return false;
        }
        switch (heads.read(readAhead.bytes())) {
            case HeadReader.Outcome.More _ -> {
                if (heads.begun() || !readAhead.isEmpty()) {
                    headDeadline.begin();
                }
                return false;
            }
            case HeadReader.Outcome.Refused refused -> {
                refuse(refused.refusal(), refused.headers(), false);
                return false;
            }
            case HeadReader.Outcome.Read read -> {
                phase = Phase.CALL;
                call = new Call(this, read.head());
                call.start();
                return phase == Phase.CALL;
            }
        }
    }

    private boolean nextRequest() {
        call = null;
        if (core.draining() && readAhead.isEmpty()) {
            closeAfterFlush();
            return false;
        }
        phase = Phase.HEAD;
        headDeadline.awaitNext();
        return true;
    }

    private void awaitFirstHead() {
        phase = Phase.HEAD;
        headDeadline.awaitFirst();
    }

    private void steerReading() {
        boolean wanted = switch (phase) {
            case HANDSHAKE, LINGER -> true;
            case HEAD -> channel().isWritable() || readAhead.hasRoom();
            case CALL -> call.body().wants() || !call.body().paused() && readAhead.hasRoom();
            case CLOSED -> false;
        };
        if (phase != Phase.CLOSED && channel().config().isAutoRead() != wanted) {
            channel().config().setAutoRead(wanted);
        }
    }

    /// Called by the sweeper.
    void check(long nowNanos) {
        if (stall.lasts(channel(), nowNanos, core.edge().writeStall())) {
            LOG.debug("client_stopped_reading", field("listener", core.name()));
            context.close();
            return;
        }
        switch (phase) {
            case HEAD -> {
                if (headDeadline.isOver(nowNanos)) {
                    if (headDeadline.begun()) {
                        refuse(Refusal.headIncomplete(core.edge().headReadTimeout()), InboundHeaders.NONE, false);
                    } else {
                        closeAfterFlush();
                    }
                }
            }
            case CALL -> {
                if (!channel().config().isAutoRead() && PeerState.left(channel())) {
                    context.close();
                } else {
                    call.check(nowNanos);
                }
            }
            case LINGER -> {
                if (farewell.isOver(nowNanos)) {
                    context.close();
                }
            }
            case HANDSHAKE, CLOSED -> {}
        }
    }

    /// Answers for the application and ends the connection.
    ///
    /// @param known what was read of the head
    void refuse(Refusal refusal, InboundHeaders known, boolean headRequest) {
        LOG.debug("request_refused", field("listener", core.name()), field("code", refusal.code()));
        if (!(channel().remoteAddress() instanceof InetSocketAddress peer)) {
            // left already
            context.close();
            return;
        }
        byte[] body = refusal.body();
        ByteBuf out = context.alloc().buffer(512 + body.length);
        AnswerHead.of(refusal, core.hsts(peer.getAddress(), known))
                .writeTo(out, new AnswerHead.Framing.Length(body.length), false, false);
        if (!headRequest) {
            out.writeBytes(body);
        }
        context.write(out);
        linger();
    }

    /// The answer is complete; the application is done with the request.
    void answered(boolean keepAlive) {
        if (phase != Phase.CALL) {
            return;
        }
        if (keepAlive) {
            context.flush();
            call.body().discard();
            advance();
        } else if (call.body().done()) {
            closeAfterFlush();
        } else {
            linger();
        }
    }

    /// Flushes what was written when the loop has done the reads at hand, so that many small pieces leave together.
    void flushSoon() {
        if (!flushing) {
            flushing = true;
            channel().eventLoop().execute(() -> {
                flushing = false;
                context.flush();
            });
        }
    }

    /// Cuts the connection with a reset, so that nobody takes a part for the whole.
    void cut() {
        phase = Phase.CLOSED;
        Farewell.cut(channel());
    }

    /// A drain begins: an idle connection closes once its last answer is out, a busy one after its request.
    void drain() {
        if (phase == Phase.HANDSHAKE) {
            context.close();
        } else if (phase == Phase.HEAD && !headDeadline.begun()) {
            closeAfterFlush();
        }
    }

    /// The grace is over: whatever runs is given up.
    void giveUp() {
        phase = Phase.CLOSED;
        leaveCall();
        context.close();
    }

    private void leaveCall() {
        if (call != null) {
            Call left = call;
            call = null;
            left.clientGone();
        }
    }

    private void closeAfterFlush() {
        phase = Phase.CLOSED;
        farewell = new Farewell();
        Farewell.closeAfterFlush(context);
    }

    private void linger() {
        phase = Phase.LINGER;
        readAhead.release();
        farewell = new Farewell();
        farewell.linger(context);
    }

    boolean nothingBuffered() {
        return readAhead.isEmpty();
    }
}
