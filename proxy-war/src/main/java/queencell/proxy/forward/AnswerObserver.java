package queencell.proxy.forward;

import io.netty.buffer.ByteBuf;

/// Looks at the body of an answer while it is relayed. Called on the loop; must not block.
@FunctionalInterface
public interface AnswerObserver {

    AnswerObserver NONE = _ -> {};

    /// The next piece, before it goes to the client. It is only lent: neither release nor consume it, nor keep
    /// it.
    void chunk(ByteBuf piece);
}
