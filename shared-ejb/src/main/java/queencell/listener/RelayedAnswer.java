package queencell.listener;

import java.util.Optional;

/// A response entity that the listener relays instead of buffering it. The head goes out first, after all
/// response filters; a `Content-Length` among the response headers is kept and must then be met exactly,
/// otherwise the body is chunked. Both methods are called on the loop of the request, each at most once.
public interface RelayedAnswer {

    /// The header fields it came with, to be sent as they are: JAX-RS would parse them, and repair or refuse what it
    /// does not understand. A field that the response itself sets replaces one of the same name; what type the body
    /// has is told by these alone. Empty when the response has all of them.
    default Optional<InboundHeaders> fields() {
        return Optional.empty();
    }

    /// The head was written; what comes now is the body.
    void relayTo(AnswerSink sink);

    /// The answer can reach nobody (any more): the client left, or another answer went out in its place. Give up
    /// what stands behind it. May come instead of [#relayTo] or in the middle of the body, never after its end.
    void cancelled();
}
