package queencell.proxy.forward;

import static queencell.log.Field.field;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import queencell.log.EventLog;
import queencell.process.BrokenClass;

/// One connection to a broker; at most one exchange uses it at a time. On its loop only.
final class UpstreamConnection extends ChannelInboundHandlerAdapter {

    private static final EventLog LOG = EventLog.of("upstream");

    /// What may wait for an exchange that does not take it yet.
    private static final int READ_AHEAD_BYTES = 64 * 1024;

    private final LoopPool pool;
    private final String authority;
    private ChannelHandlerContext context;
    private ByteBuf buffered = Unpooled.EMPTY_BUFFER;
    private UpstreamExchange exchange;
    private boolean used;
    private boolean broke;
    private long idleSinceNanos;

    UpstreamConnection(LoopPool pool, String authority) {
        this.pool = pool;
        this.authority = authority;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    String authority() {
        return authority;
    }

    Channel channel() {
        return context.channel();
    }

    ChannelHandlerContext context() {
        return context;
    }

    /// Bytes that came and were not taken yet.
    ByteBuf buffered() {
        return buffered;
    }

    boolean isAlive() {
        return channel().isActive();
    }

    /// Whether an earlier exchange used it: then the broker may have closed it in this very moment.
    boolean used() {
        return used;
    }

    long idleSinceNanos() {
        return idleSinceNanos;
    }

    void becameIdle(long nanos) {
        idleSinceNanos = nanos;
    }

    void serve(UpstreamExchange next) {
        exchange = next;
    }

    /// The exchange is through; the connection is kept when it can carry another one.
    void release(boolean reusable) {
        exchange = null;
        used = true;
        boolean clean = !buffered.isReadable();
        releaseBuffer();
        if (reusable && clean && isAlive()) {
            read(true);
            pool.keep(this);
        } else {
            close();
        }
    }

    void close() {
        context.close();
    }

    /// Asks the socket for more, or stops asking.
    void read(boolean wanted) {
        if (channel().config().isAutoRead() != wanted) {
            channel().config().setAutoRead(wanted);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (exchange == null) {
            // nobody asked: whatever it is, it must not be read as the next answer
            in.release();
            ctx.close();
            return;
        }
        buffered = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), buffered, in);
        exchange.received();
        if (!buffered.isReadable()) {
            releaseBuffer();
        } else if (exchange != null && !exchange.relaying() && buffered.readableBytes() > READ_AHEAD_BYTES) {
            read(false);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (exchange != null) {
            exchange.writabilityChanged(ctx.channel().isWritable());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (exchange != null) {
            exchange.connectionEnded(broke);
        } else {
            pool.lost(this);
            releaseBuffer();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        BrokenClass.endsProcess(LOG, cause);
        if (!(cause instanceof IOException)) {
            LOG.error("upstream_connection_failed", cause, field("upstream", authority));
        }
        // a reset, mostly: what it means is decided when the connection has ended
        broke = true;
        ctx.close();
    }

    private void releaseBuffer() {
        buffered.release();
        buffered = Unpooled.EMPTY_BUFFER;
    }
}
