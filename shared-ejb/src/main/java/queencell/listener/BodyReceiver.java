package queencell.listener;

import io.netty.buffer.ByteBuf;

/// Takes a body piece by piece. Called on the loop of the connection, never before `relay` has returned;
/// exactly one of [#end()] and [#failed] comes last. Once the answer is complete nothing comes any more.
public interface BodyReceiver {

    /// The receiver owns the piece and releases it.
    void chunk(ByteBuf piece);

    void end();

    void failed(BodyFailure failure);
}
