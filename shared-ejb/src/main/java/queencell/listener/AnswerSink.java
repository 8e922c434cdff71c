package queencell.listener;

import io.netty.buffer.ByteBuf;

/// Where a relayed answer goes. Used on the loop of the request only. When the client leaves in the middle, the
/// request's
/// `onDisconnect` runs and whatever is written later is dropped.
public interface AnswerSink {

    /// Takes ownership of the piece. Bytes are accepted also while not writable; a good source stops then.
    void write(ByteBuf piece);

    /// The body is complete.
    void end();

    /// The body will never be complete: the connection is cut, so that the client cannot take a part for the
    /// whole.
    void fail();

    boolean writable();

    /// Runs `resume` each time the client has caught up and [#writable()] turned true again.
    void onWritable(Runnable resume);
}
