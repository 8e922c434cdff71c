package queencell.listener;

import java.util.Optional;

/// The body of an answer that the listener relays instead of buffering it: the entity of a response, or, cheaper, the
/// request property [#PROPERTY] of a response that has none. The head goes out first, after all response filters; a
/// `Content-Length` among the response headers is kept and must then be met exactly, otherwise the body is chunked.
/// [#relayTo] and [#cancelled] are called on the loop of the request, each at most once.
public interface RelayedAnswer {

    /// Name of the request property that holds the body of a response without an entity.
    String PROPERTY = "queencell.relayed";

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
