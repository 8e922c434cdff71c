package queencell.broker;

/// One HTTP answer as it was read.
///
/// @param contentType lower-case; empty when absent
/// @param retryAfter value of `Retry-After`; empty when absent
/// @param date value of `Date`; empty when absent
/// @param body exactly the body; empty without one
/// @param keepAlive the connection can carry another exchange
/// @param firstByteNanos `System.nanoTime()` when the answer began
record RawAnswer(
        int status,
        String contentType,
        String retryAfter,
        String date,
        byte[] body,
        boolean keepAlive,
        long firstByteNanos) {

    boolean successful() {
        return status >= 200 && status < 300;
    }

    /// Sizes only: the body may be payload.
    @Override
    public String toString() {
        return "RawAnswer[status=%d, %d bytes]".formatted(status, body.length);
    }
}
