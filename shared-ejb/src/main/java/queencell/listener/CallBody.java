package queencell.listener;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// The body of a request on a Netty connection. State is touched on the loop only.
final class CallBody implements InboundBody {

    /// What is thrown away of an unread body to save the connection.
    private static final long DRAIN_BYTES = 64 * 1024;

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    /// Who gets the bytes.
    private sealed interface Taker {
        /// Nobody asked yet, or nobody wants the rest.
        record Nobody() implements Taker {}

        record Collecting(Collector bytes, Consumer<Collected> done) implements Taker {}

        record Relaying(BodyReceiver receiver) implements Taker {}

        record Discarding() implements Taker {}
    }

    private static final Taker NOBODY = new Taker.Nobody();

    private final Connection connection;
    private final EventLoop loop;
    private final RequestHead head;
    private final BodyReader reader;
    private final BodyHold hold = new BodyHold();
    private Taker taker = NOBODY;
    private boolean paused;
    private boolean asked;
    private boolean untouched = true;
    private boolean abandoned;
    private long discarded;
    private long periodEndsNanos;
    private long periodBytes;

    CallBody(Connection connection, Call call, RequestHead head) {
        this.connection = connection;
        this.loop = call.loop();
        this.head = head;
        this.reader = new BodyReader(head.bodyLength());
    }

    @Override
    public long declaredLength() {
        return head.bodyLength();
    }

    @Override
    public void collect(Object holder, int maxBytes, Consumer<Collected> done) {
        onLoop(() -> {
            if (hold.over()) {
                return;
            }
            beginReading();
            if (declaredLength() > maxBytes) {
                abandoned = true;
                done.accept(new Collected.TooLarge(declaredLength()));
            } else if (reader.done()) {
                done.accept(new Collected.Whole(new byte[0]));
            } else {
                taker = new Taker.Collecting(
                        new Collector(
                                declaredLength(),
                                maxBytes,
                                hold.take(connection.core().bodies(), holder)),
                        done);
                sayContinue();
                connection.advance();
            }
        });
    }

    @Override
    public BodyFlow relay(BodyReceiver receiver) {
        // later, so that the caller holds the flow before the first piece comes
        loop.execute(() -> {
            beginReading();
            taker = new Taker.Relaying(receiver);
            if (reader.done()) {
                taker = NOBODY;
                receiver.end();
            } else {
                sayContinue();
                connection.advance();
            }
        });
        return new BodyFlow() {
            @Override
            public void pause() {
                paused = true;
                connection.advance();
            }

            @Override
            public void resume() {
                if (paused) {
                    paused = false;
                    beginPeriod();
                    connection.advance();
                }
            }
        };
    }

    private void beginReading() {
        if (asked) {
            throw new IllegalStateException("a request body is read once, by collect or by relay");
        }
        asked = true;
        beginPeriod();
    }

    private void sayContinue() {
        if (head.expectsContinue() && untouched && connection.nothingBuffered()) {
            connection.context().writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
        }
    }

    /// Takes one piece of what lies in the buffer; false when there is nothing to do.
    boolean step(ByteBuf in) {
        if (taker == NOBODY || paused) {
            return false;
        }
        return switch (reader.next(in)) {
            case BodyReader.Piece.More _ -> false;
            case BodyReader.Piece.Data data -> {
                untouched = false;
                periodBytes += data.bytes().readableBytes();
                take(data.bytes());
                yield true;
            }
            case BodyReader.Piece.End _ -> {
                whole();
                yield true;
            }
            case BodyReader.Piece.Malformed _ -> {
                fail(BodyFailure.MALFORMED);
                yield false;
            }
        };
    }

    private void take(ByteBuf bytes) {
        switch (taker) {
            case Taker.Relaying relaying -> relaying.receiver().chunk(bytes);
            case Taker.Collecting collecting -> {
                Collector.Added added = collecting.bytes().add(bytes);
                bytes.release();
                switch (added) {
                    case FITS -> {}
                    case TOO_LARGE -> {
                        taker = NOBODY;
                        abandoned = true;
                        collecting
                                .done()
                                .accept(new Collected.TooLarge(
                                        collecting.bytes().seen()));
                    }
                    case NO_ROOM -> fail(BodyFailure.NO_ROOM);
                }
            }
            case Taker.Discarding _ -> {
                discarded += bytes.readableBytes();
                bytes.release();
                if (discarded > DRAIN_BYTES) {
                    connection.context().close();
                }
            }
            case Taker.Nobody _ -> bytes.release();
        }
    }

    private void whole() {
        Taker last = taker;
        taker = NOBODY;
        switch (last) {
            case Taker.Relaying relaying -> relaying.receiver().end();
            case Taker.Collecting collecting ->
                collecting.done().accept(new Collected.Whole(collecting.bytes().toBytes()));
            case Taker.Discarding _, Taker.Nobody _ -> {}
        }
    }

    private void fail(BodyFailure failure) {
        Taker last = taker;
        taker = NOBODY;
        abandoned = true;
        switch (last) {
            case Taker.Relaying relaying -> relaying.receiver().failed(failure);
            case Taker.Collecting collecting -> collecting.done().accept(new Collected.Incomplete(failure));
            case Taker.Discarding _ -> connection.context().close();
            case Taker.Nobody _ -> {}
        }
    }

    @Override
    public Runnable keep() {
        return hold.keep();
    }

    /// The request is over: what was read of it is held for those only who still work on it.
    void giveBack() {
        hold.end();
    }

    void clientGone() {
        Taker last = taker;
        taker = NOBODY;
        abandoned = true;
        if (last instanceof Taker.Relaying relaying) {
            relaying.receiver().failed(BodyFailure.CLIENT_GONE);
        }
    }

    void tooSlow() {
        fail(BodyFailure.TOO_SLOW);
    }

    /// Called by the sweeper: a body that someone reads must keep coming.
    void check(long nowNanos) {
        if (taker == NOBODY || paused || nowNanos - periodEndsNanos < 0) {
            return;
        }
        if (periodBytes < connection.core().edge().bodyProgressBytes()) {
            tooSlow();
        } else {
            beginPeriod();
        }
    }

    private void beginPeriod() {
        periodBytes = 0;
        periodEndsNanos = System.nanoTime()
                + connection.core().edge().bodyProgressPeriod().toNanos();
    }

    /// The answer is out: throw the rest away.
    void discard() {
        if (!reader.done()) {
            taker = new Taker.Discarding();
            paused = false;
            beginPeriod();
        } else {
            taker = NOBODY;
        }
    }

    boolean done() {
        return reader.done() && !(taker instanceof Taker.Discarding);
    }

    boolean collecting() {
        return taker instanceof Taker.Collecting;
    }

    boolean wants() {
        return taker != NOBODY && !paused && !reader.done();
    }

    boolean paused() {
        return paused;
    }

    /// Whether the connection can go on after an answer that comes now.
    boolean drainable() {
        if (reader.done()) {
            return true;
        }
        boolean awaitsContinue = head.expectsContinue() && !asked;
        return !abandoned && !awaitsContinue && reader.remaining() <= DRAIN_BYTES;
    }

    private void onLoop(Runnable action) {
        if (loop.inEventLoop()) {
            action.run();
        } else {
            loop.execute(action);
        }
    }
}
