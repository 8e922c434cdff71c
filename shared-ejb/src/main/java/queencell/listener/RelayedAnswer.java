package queencell.listener;

/// A response entity that the listener relays instead of buffering it. The head goes out first, after all response
/// filters; a `Content-Length` among the response headers is kept and must then be met exactly, otherwise the body is
/// chunked. Exactly one of the two methods is called, once, on the loop of the request.
public interface RelayedAnswer {

    /// The head was written; what comes now is the body.
    void relayTo(AnswerSink sink);

    /// The answer can reach nobody any more, or another answer went out in its place: give up what stands behind it.
    void cancelled();
}
