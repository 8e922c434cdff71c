package queencell.listener;

/// A request head that passed every framing rule.
///
/// @param bodyLength declared length, 0 without a body, [InboundBody#CHUNKED]
/// @param keepAlive whether the client wants the connection to stay
/// @param expectsContinue whether the client waits for `100 Continue` before it sends the body
record RequestHead(
        String method,
        String target,
        boolean http10,
        InboundHeaders headers,
        long bodyLength,
        boolean keepAlive,
        boolean expectsContinue) {

    /// No query, no values: they may be secret.
    @Override
    public String toString() {
        return "RequestHead[%s, %s]".formatted(method, headers);
    }
}
