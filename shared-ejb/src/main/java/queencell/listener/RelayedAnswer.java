package queencell.listener;

/// A response entity that the listener relays instead of buffering it. The head goes out first, after all
/// response filters; a `Content-Length` among the response headers is kept and must then be met exactly,
/// otherwise the body is chunked. Both methods are called on the loop of the request, each at most once.
public interface RelayedAnswer {

    /// The head was written; what comes now is the body.
    void relayTo(AnswerSink sink);

    /// The answer can reach nobody (any more): the client left, or another answer went out in its place. Give
    /// up what stands behind it. May come instead of [#relayTo] or in the middle of the body, never after its
    /// end.
    void cancelled();
}
