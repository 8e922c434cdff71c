package queencell.proxy.inspect;

/// What came of reading a request body.
///
/// @param <T> what this kind of body says
public sealed interface Reading<T> {
    record Readable<T>(T body) implements Reading<T> {}

    /// 400 `invalid_request`: the body could mean one thing to the proxy and another to the broker, or is not to be
    /// stored at all.
    ///
    /// @param text for the client: the place, the bound and the way out
    record Refused<T>(String text) implements Reading<T> {}

    /// Not JSON, or JSON the broker refuses by its shape: forwarded as it came, so that the broker says what is wrong.
    /// Nothing is counted and nothing admitted.
    record Unreadable<T>() implements Reading<T> {}
}
