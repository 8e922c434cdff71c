package queencell.listener;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

/// Bytes of a client that nobody took yet. They are read ahead of the request at hand up to a bound, so that a client
/// that leaves is noticed at once also while a poll is parked. On the loop.
final class ReadAhead {

    /// What may wait behind the request at hand before reading stops.
    private static final int MAX_BYTES = 64 * 1024;

    private ByteBuf bytes = Unpooled.EMPTY_BUFFER;

    void add(ChannelHandlerContext context, ByteBuf in) {
        bytes = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), bytes, in);
    }

    /// Whoever reads from it takes.
    ByteBuf bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return !bytes.isReadable();
    }

    boolean hasRoom() {
        return bytes.readableBytes() < MAX_BYTES;
    }

    /// Gives the memory back, and with it what was not taken.
    void release() {
        bytes.release();
        bytes = Unpooled.EMPTY_BUFFER;
    }
}
