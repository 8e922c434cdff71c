package queencell.listener;

import static queencell.log.Field.field;

import io.netty.buffer.ByteBuf;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import queencell.log.EventLog;

/// Writes one body to Payara without blocking. Container threads only say that something can be written; all
/// writing happens on the loop.
final class ServletSink implements AnswerSink, WriteListener {
    private static final EventLog LOG = EventLog.of("edge");
    private static final int HIGH_WATER_BYTES = 64 * 1024;
    /// What is handed to Payara at once: small, so that a client that reads slowly is seen to read.
    private static final int PIECE_BYTES = 16 * 1024;
    private static final byte[] NOTHING = {};

    private final ServletCall call;
    private final HttpServletResponse response;
    private final long length;
    private final boolean bodiless;
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();
    private ServletOutputStream out;
    private long waitingBytes;
    private long accepted;
    /// Bytes that Payara took.
    private long taken;
    private ScheduledFuture<?> stall;
    private boolean possible;
    private boolean ended;
    private boolean closed;
    private boolean stopped;
    private Runnable resume = () -> {};

    /// @param length what the head announced, -1 for nothing
    ServletSink(ServletCall call, HttpServletResponse response, long length, boolean bodiless) {
        this.call = call;
        this.response = response;
        this.length = length;
        this.bodiless = bodiless;
    }

    void begin() {
        try {
            out = response.getOutputStream();
            out.setWriteListener(this);
        } catch (IOException | IllegalStateException gone) {
            closed = true;
            call.loop().execute(call::clientGone);
        }
    }

    @Override
    public void write(ByteBuf piece) {
        if (closed || ended || bodiless || !piece.isReadable()) {
            piece.release();
            return;
        }
        accepted += piece.readableBytes();
        if (length >= 0 && accepted > length) {
            piece.release();
            fail();
            return;
        }
        waitingBytes += piece.readableBytes();
        waiting.add(piece);
        pump();
        watch();
    }

    @Override
    public void end() {
        if (!closed && !ended) {
            if (!bodiless && length >= 0 && accepted < length) {
                fail();
                return;
            }
            ended = true;
            pump();
            watch();
        }
    }

    @Override
    public void fail() {
        if (!closed) {
            close();
            call.cut();
        }
    }

    /// Payara waits for a client that takes nothing for as long as it stays; so long as something waits for it, its
    /// progress is looked at once in `QUEEN_EDGE_WRITE_STALL_MS`.
    private void watch() {
        if (stall == null && owed()) {
            long before = taken;
            long nanos = call.host().edge().writeStall().toNanos();
            stall = call.loop().schedule(() -> look(before), nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void look(long takenBefore) {
        stall = null;
        if (owed() && taken == takenBefore) {
            LOG.debug("client_stopped_reading", field("listener", call.host().name()));
            fail();
        } else {
            watch();
        }
    }

    /// Whether a piece waits for room, or the end does behind the last piece.
    private boolean owed() {
        return !closed && (ended || !waiting.isEmpty());
    }

    private void stopWatching() {
        if (stall != null) {
            stall.cancel(false);
            stall = null;
        }
    }

    /// Drops what waits.
    void close() {
        closed = true;
        stopWatching();
        waiting.forEach(ByteBuf::release);
        waiting.clear();
    }

    @Override
    public boolean writable() {
        stopped |= waitingBytes >= HIGH_WATER_BYTES;
        return waitingBytes < HIGH_WATER_BYTES;
    }

    @Override
    public void onWritable(Runnable runnable) {
        resume = runnable;
    }

    private void pump() {
        if (!possible || closed) {
            return;
        }
        try {
            boolean flushed = false;
            while (out.isReady()) {
                byte[] piece = nextPiece();
                if (piece.length > 0) {
                    out.write(piece);
                    flushed = false;
                } else if (ended) {
                    closed = true;
                    stopWatching();
                    call.written();
                    return;
                } else if (!flushed) {
                    flushed = true;
                    out.flush();
                } else {
                    break;
                }
            }
        } catch (IOException | IllegalStateException gone) {
            close();
            call.clientGone();
            return;
        }
        if (stopped && waitingBytes < HIGH_WATER_BYTES / 2) {
            stopped = false;
            resume.run();
        }
    }

    /// Takes a piece of what waits; empty when nothing does.
    private byte[] nextPiece() {
        ByteBuf first = waiting.peek();
        if (first == null) {
            return NOTHING;
        }
        byte[] piece = new byte[Math.min(first.readableBytes(), PIECE_BYTES)];
        first.readBytes(piece);
        if (!first.isReadable()) {
            waiting.remove().release();
        }
        waitingBytes -= piece.length;
        taken += piece.length;
        return piece;
    }

    @Override
    public void onWritePossible() {
        call.loop().execute(() -> {
            possible = true;
            pump();
        });
    }

    @Override
    public void onError(Throwable fault) {
        call.loop().execute(() -> {
            close();
            call.clientGone();
        });
    }
}
