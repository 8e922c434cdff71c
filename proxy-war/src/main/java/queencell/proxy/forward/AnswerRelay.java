package queencell.proxy.forward;

import static queencell.log.Field.field;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import queencell.listener.AnswerSink;
import queencell.listener.BodyReader;
import queencell.listener.InboundHeaders;
import queencell.listener.RelayedAnswer;
import queencell.log.EventLog;

/// Hands the body of one answer from the broker's connection to the client's, at the pace of the slower one. On
/// the loop only.
///
/// Its end is told before the client is given it: whoever waits until no client is served any more finds that every
/// answer was told.
final class AnswerRelay implements RelayedAnswer {

    private static final EventLog LOG = EventLog.of("forward");

    /// What is still read for the observer after the client has left (`[A17]`).
    private static final Duration REST_TIME = Duration.ofSeconds(10);

    private static final long REST_BYTES = 64L * 1024 * 1024;

    /// The client is gone; the rest is for the observer.
    static final AnswerSink NOBODY = new AnswerSink() {
        @Override
        public void write(ByteBuf piece) {
            piece.release();
        }

        @Override
        public void end() {
            // nobody waits
        }

        @Override
        public void fail() {
            // nobody waits
        }

        @Override
        public boolean writable() {
            return true;
        }

        @Override
        public void onWritable(Runnable resume) {
            // always is
        }
    };

    private final UpstreamExchange exchange;
    private final InboundHeaders fields;
    private final AnswerObserver observer;
    private final Consumer<RelayEnd> done;
    private AnswerSink sink = NOBODY;
    private boolean clientGone;
    private boolean observing;
    private boolean pumping;
    private boolean told;
    private long bytes;
    /// Of these, what came while the client was there.
    private long bytesOfClient;
    private ScheduledFuture<?> restTimer;

    AnswerRelay(UpstreamExchange exchange, InboundHeaders fields, AnswerObserver observer, Consumer<RelayEnd> done) {
        this.exchange = exchange;
        this.fields = fields;
        this.observer = observer;
        this.done = done;
        this.observing = observer != AnswerObserver.NONE;
    }

    @Override
    public Optional<InboundHeaders> fields() {
        return Optional.of(fields);
    }

    @Override
    public void relayTo(AnswerSink client) {
        if (clientGone) {
            // given up before, which was told
            client.fail();
            return;
        }
        if (exchange.over()) {
            tell(new RelayEnd.Cut(bytes));
            client.fail();
            return;
        }
        sink = client;
        exchange.relayBegins();
        client.onWritable(this::pump);
        pump();
    }

    @Override
    public void cancelled() {
        if (clientGone || told) {
            return;
        }
        clientGone = true;
        bytesOfClient = bytes;
        if (exchange.over()) {
            tell(new RelayEnd.ClientGone(bytes, false));
        } else if (observing) {
            sink = NOBODY;
            restTimer = exchange.loop().schedule(this::restTooSlow, REST_TIME.toNanos(), TimeUnit.NANOSECONDS);
            exchange.detached().add(this);
            exchange.relayBegins();
            pump();
        } else {
            exchange.finish(false);
            tell(new RelayEnd.ClientGone(bytes, false));
        }
    }

    /// Moves what is there as long as the client takes it.
    void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            while (exchange.relaying()) {
                if (!sink.writable()) {
                    exchange.connection().read(false);
                    return;
                }
                if (!moveOne()) {
                    exchange.connection().read(true);
                    return;
                }
            }
        } finally {
            pumping = false;
        }
    }

    /// Whether there may be more to move.
    private boolean moveOne() {
        switch (exchange.body().next(exchange.connection().buffered())) {
            case BodyReader.Piece.More _ -> {
                return false;
            }
            case BodyReader.Piece.Data data -> {
                bytes += data.bytes().readableBytes();
                observe(data.bytes());
                sink.write(data.bytes());
                if (clientGone && bytes - bytesOfClient > REST_BYTES) {
                    restTooSlow();
                }
            }
            case BodyReader.Piece.End _ -> {
                exchange.finish(true);
                tell(clientGone ? new RelayEnd.ClientGone(bytes, observing) : new RelayEnd.Complete(bytes));
                sink.end();
            }
            case BodyReader.Piece.Malformed _ -> {
                exchange.finish(false);
                tell(clientGone ? new RelayEnd.ClientGone(bytes, false) : new RelayEnd.Cut(bytes));
                sink.fail();
            }
        }
        return true;
    }

    /// Nobody waits for the rest any longer. From any thread.
    void endRest() {
        exchange.loop().execute(this::restTooSlow);
    }

    private void restTooSlow() {
        if (exchange.relaying()) {
            exchange.finish(false);
            tell(new RelayEnd.ClientGone(bytes, false));
        }
    }

    private void observe(ByteBuf piece) {
        if (observing) {
            try {
                observer.chunk(piece);
            } catch (RuntimeException fault) {
                // counting failed, the client's answer must not
                observing = false;
                LOG.error("observer_failed", fault, field("bytes", bytes));
            }
        }
    }

    private void tell(RelayEnd end) {
        told = true;
        try {
            done.accept(end);
        } catch (RuntimeException fault) {
            LOG.error("relay_end_not_handled", fault, field("bytes", bytes));
        }
        if (restTimer != null) {
            restTimer.cancel(false);
            exchange.detached().remove(this);
        }
    }
}
