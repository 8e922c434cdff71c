package queencell.listener;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The body of a request on Payara's listener, read without blocking. Container threads only say that something
/// is there; all reading happens on the loop.
final class ServletBody implements InboundBody, ReadListener {

    private static final int PIECE_BYTES = 16 * 1024;

    private final ServletCall call;
    private final ServletInputStream in;
    private final RequestHead head;
    private final BodyHold hold = new BodyHold();
    private Collector collector;
    private Consumer<Collected> done;
    private BodyReceiver receiver;
    private boolean paused;
    private boolean whole;
    private boolean over;
    private long periodBytes;
    private ScheduledFuture<?> progress;

    ServletBody(ServletCall call, ServletInputStream in, RequestHead head) {
        this.call = call;
        this.in = in;
        this.head = head;
        this.whole = head.bodyLength() == 0;
    }

    /// On the container's thread.
    void listen() {
        if (head.bodyLength() != 0) {
            in.setReadListener(this);
        }
    }

    @Override
    public long declaredLength() {
        return head.bodyLength();
    }

    @Override
    public void collect(Object holder, int maxBytes, Consumer<Collected> whenDone) {
        call.onLoop(() -> {
            if (hold.over()) {
                return;
            }
            if (declaredLength() > maxBytes) {
                over = true;
                whenDone.accept(new Collected.TooLarge(declaredLength()));
            } else if (whole) {
                whenDone.accept(new Collected.Whole(new byte[0]));
            } else {
                collector = new Collector(
                        declaredLength(), maxBytes, hold.take(call.host().bodies(), holder));
                done = whenDone;
                watchProgress();
                read();
            }
        });
    }

    @Override
    public BodyFlow relay(BodyReceiver taker) {
        // later, so that the caller holds the flow before the first piece comes
        call.loop().execute(() -> {
            if (hold.over()) {
                return;
            }
            receiver = taker;
            if (whole) {
                receiver = null;
                taker.end();
            } else {
                watchProgress();
                read();
            }
        });
        return new BodyFlow() {
            @Override
            public void pause() {
                paused = true;
            }

            @Override
            public void resume() {
                if (paused) {
                    paused = false;
                    periodBytes = Long.MAX_VALUE / 2;
                    read();
                }
            }
        };
    }

    private void read() {
        try {
            while (taken() && !paused && in.isReady()) {
                byte[] piece = new byte[PIECE_BYTES];
                int length = in.read(piece);
                if (length < 0) {
                    end();
                    return;
                }
                periodBytes += length;
                take(Unpooled.wrappedBuffer(piece, 0, length));
            }
        } catch (IOException | IllegalStateException broken) {
            fail(BodyFailure.MALFORMED);
        }
    }

    private boolean taken() {
        return !whole && !over && (receiver != null || done != null);
    }

    private void take(ByteBuf piece) {
        if (receiver != null) {
            receiver.chunk(piece);
        } else {
            switch (collector.add(piece)) {
                case FITS -> {}
                case TOO_LARGE -> {
                    Consumer<Collected> told = done;
                    stop();
                    told.accept(new Collected.TooLarge(collector.seen()));
                }
                case NO_ROOM -> fail(BodyFailure.NO_ROOM);
            }
        }
    }

    @Override
    public Runnable keep() {
        return hold.keep();
    }

    /// The request is over: nothing is read any more, and what was read is held for those only who still work on it.
    void giveBack() {
        stop();
        hold.end();
    }

    private void end() {
        if (head.bodyLength() >= 0 && collector != null && collector.seen() < head.bodyLength()) {
            fail(BodyFailure.CLIENT_GONE);
            return;
        }
        whole = true;
        BodyReceiver taker = receiver;
        Consumer<Collected> told = done;
        stop();
        if (taker != null) {
            taker.end();
        } else if (told != null) {
            told.accept(new Collected.Whole(collector.toBytes()));
        }
    }

    private void fail(BodyFailure failure) {
        BodyReceiver taker = receiver;
        Consumer<Collected> told = done;
        stop();
        if (taker != null) {
            taker.failed(failure);
        } else if (told != null && failure != BodyFailure.CLIENT_GONE) {
            told.accept(new Collected.Incomplete(failure));
        }
    }

    private void stop() {
        over = true;
        receiver = null;
        done = null;
        if (progress != null) {
            progress.cancel(false);
        }
    }

    private void watchProgress() {
        EdgeSettings edge = call.host().edge();
        long nanos = edge.bodyProgressPeriod().toNanos();
        progress = call.loop()
                .scheduleAtFixedRate(
                        () -> {
                            if (taken() && !paused && periodBytes < edge.bodyProgressBytes()) {
                                tooSlow();
                            }
                            periodBytes = 0;
                        },
                        nanos,
                        nanos,
                        TimeUnit.NANOSECONDS);
    }

    void tooSlow() {
        fail(BodyFailure.TOO_SLOW);
    }

    void clientGone() {
        fail(BodyFailure.CLIENT_GONE);
    }

    boolean collecting() {
        return done != null;
    }

    /// Whether nothing of it is left on the connection.
    boolean whole() {
        return whole;
    }

    @Override
    public void onDataAvailable() {
        call.loop().execute(this::read);
    }

    @Override
    public void onAllDataRead() {
        call.loop().execute(() -> {
            if (taken()) {
                end();
            }
        });
    }

    @Override
    public void onError(Throwable fault) {
        call.loop().execute(call::clientGone);
    }
}
