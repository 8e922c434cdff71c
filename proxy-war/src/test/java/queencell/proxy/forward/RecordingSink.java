package queencell.proxy.forward;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import queencell.listener.AnswerSink;

/// A client's side that remembers what it was given and can refuse to take more.
final class RecordingSink implements AnswerSink {
    final StringBuffer text = new StringBuffer();
    volatile boolean ended;
    volatile boolean failed;
    volatile boolean writable = true;
    volatile Runnable resume = () -> {};
    /// What the listener does as soon as it has the end, whole or not.
    volatile Runnable onEnd = () -> {};

    @Override
    public void write(ByteBuf piece) {
        text.append(piece.toString(StandardCharsets.ISO_8859_1));
        piece.release();
    }

    @Override
    public void end() {
        onEnd.run();
        ended = true;
    }

    @Override
    public void fail() {
        onEnd.run();
        failed = true;
    }

    @Override
    public boolean writable() {
        return writable;
    }

    @Override
    public void onWritable(Runnable runnable) {
        resume = runnable;
    }
}
