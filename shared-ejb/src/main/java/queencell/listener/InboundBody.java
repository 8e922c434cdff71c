package queencell.listener;

import java.util.function.Consumer;

/// The body of a request that nobody has read yet. It is read once, by [#collect] or by [#relay]; what the
/// application leaves unread the listener drains or answers with a closed connection. Callable from any thread.
public interface InboundBody {

    /// Value of [#declaredLength()] for a body of unknown length.
    long CHUNKED = -1;

    /// What `Content-Length` says, 0 when there is no body, [#CHUNKED] when the length is not known beforehand.
    long declaredLength();

    /// Reads the whole body, at most `maxBytes`, then calls `done` once, on the loop. A declared length over
    /// the bound is told at once, before anything is read. Not called when the request ended otherwise
    /// (`onDisconnect` is, then).
    ///
    /// @param holder whose body it is: all bodies of one holder together leave room to others
    ///     ([EdgeSettings#bodyMemoryBytes()])
    void collect(Object holder, int maxBytes, Consumer<Collected> done);

    /// Counts the collected bytes as held until the returned is run, once and from any thread, even if the request ends
    /// before: for whoever works on them elsewhere and goes on when the client has left.
    Runnable keep();

    /// Hands the body on piece by piece, as it arrives. Calls of the receiver run on the loop.
    BodyFlow relay(BodyReceiver receiver);
}
