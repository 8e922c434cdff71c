package queencell.proxy.forward;

/// A request to the broker that is under way. Callable from any thread.
public interface UpstreamCall {

    /// Gives up: no outcome is told any more and the connection to the broker closes. Once an answer was told
    /// this does nothing, since the answer itself is relayed or discarded then.
    void cancel();

    /// Whether the broker may have read any of the request, also after it was given up. On the loop only.
    boolean sent();
}
