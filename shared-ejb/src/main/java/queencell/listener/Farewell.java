package queencell.listener;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;

/// How a connection ends: after its last answer, with what still comes thrown away so that the answer is not lost
/// with a reset; or cut, so that nobody takes a part for the whole. On the loop.
final class Farewell {
    private static final Duration LINGER = Duration.ofSeconds(2);
    private static final long LINGER_BYTES = 32L * 1024 * 1024;

    private long bytesLeft = LINGER_BYTES;
    private long deadlineNanos;

    /// Says that nothing more comes from here, and waits for the other side to leave.
    void linger(ChannelHandlerContext context) {
        deadlineNanos = System.nanoTime() + LINGER.toNanos();
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(_ -> shutDownOutput(context));
        context.channel().config().setAutoRead(true);
    }

    private static void shutDownOutput(ChannelHandlerContext context) {
        var channel = (DuplexChannel) context.channel();
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound().addListener(_ -> channel.shutdownOutput());
        } else {
            channel.shutdownOutput();
        }
    }

    /// Whether so much came meanwhile that waiting any longer would be a service to nobody.
    boolean isTooMuch(int bytes) {
        bytesLeft -= bytes;
        return bytesLeft < 0;
    }

    boolean isOver(long nowNanos) {
        return nowNanos - deadlineNanos > 0;
    }

    /// Closes once everything that was written is out.
    static void closeAfterFlush(ChannelHandlerContext context) {
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /// Cuts with a reset.
    static void cut(Channel channel) {
        if (channel.isActive()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            // not through the pipeline: TLS would say goodbye, which looks like a proper end
            channel.unsafe().close(channel.voidPromise());
        }
    }
}
