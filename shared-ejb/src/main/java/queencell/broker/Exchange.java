package queencell.broker;

/// What became of one request on one connection: the line between "certainly not sent" and "nobody knows" is
/// drawn here.
sealed interface Exchange {

    record Answered(RawAnswer answer) implements Exchange {}

    /// No byte of the request left this process.
    record NotSent(String text) implements Exchange {}

    /// Bytes went out and no whole answer came in.
    record Broken(String text) implements Exchange {}

    /// An answer came that is no HTTP, or is longer than allowed; the request was carried out.
    record Unreadable(String text) implements Exchange {}

    /// Cut by its scope.
    record Aborted() implements Exchange {}
}
