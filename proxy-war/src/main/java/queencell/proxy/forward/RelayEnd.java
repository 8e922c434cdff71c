package queencell.proxy.forward;

/// How the relay of an answer ended. Told once, on the loop, after the last call of the observer.
public sealed interface RelayEnd {

    /// Bytes of the body that came from the broker.
    long bytes();

    /// The client was given the whole answer.
    record Complete(long bytes) implements RelayEnd {}

    /// The broker broke off; the client's connection was cut.
    record Cut(long bytes) implements RelayEnd {}

    /// The client left first.
    ///
    /// @param observed whether the observer has seen the whole body all the same (`[A17]`)
    record ClientGone(long bytes, boolean observed) implements RelayEnd {}
}
