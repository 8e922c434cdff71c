package queencell.proxy.forward;

import queencell.listener.BodyFailure;

/// What became of a request to the broker. Told once, on the loop.
public sealed interface Outcome {

    /// The head of an answer came; whoever is told relays it or discards it.
    record Answered(UpstreamAnswer answer) implements Outcome {}

    /// No answer can come: 502 `bad_gateway`.
    ///
    /// @param sent whether the broker may have read any of the request
    /// @param reason for the log
    record Unreachable(boolean sent, String reason) implements Outcome {}

    /// The broker answered, but not in HTTP/1.1: 502 `bad_gateway`.
    ///
    /// @param reason for the log
    record Malformed(String reason) implements Outcome {}

    /// No head of an answer came in time: 504 `upstream_timeout`.
    ///
    /// @param sent as of [Unreachable]: the request may have been carried out
    record DeadlinePassed(boolean sent) implements Outcome {}

    /// The client's body, which was being relayed, broke off. The broker has seen a part of a request and no
    /// end.
    record BodyBroken(BodyFailure failure) implements Outcome {}
}
