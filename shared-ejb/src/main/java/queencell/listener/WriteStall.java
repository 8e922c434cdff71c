package queencell.listener;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;

/// Notices a client that takes none of the bytes that are ready for it.
final class WriteStall {

    private long pendingBytes;
    private long progress;
    private long sinceNanos;

    /// Whether nothing moved for longer than `bound`.
    boolean lasts(Channel channel, long nowNanos, Duration bound) {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        long pending = out == null ? 0 : out.totalPendingWriteBytes();
        if (pending == 0) {
            pendingBytes = 0;
            return false;
        }
        long moved = out.currentProgress();
        if (pending != pendingBytes || moved != progress) {
            pendingBytes = pending;
            progress = moved;
            sinceNanos = nowNanos;
            return false;
        }
        return nowNanos - sinceNanos > bound.toNanos();
    }
}
