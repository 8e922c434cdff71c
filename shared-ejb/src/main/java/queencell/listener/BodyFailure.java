package queencell.listener;

/// Why a body could not be read to its end, with the answer that is due (pipeline, 12 and 13).
public enum BodyFailure {
    /// Fewer than the demanded bytes came in a period, or a buffered body was not whole within the edge
    /// timeout.
    TOO_SLOW(
            408, "request_incomplete", "the request body did not arrive in time: keep sending, at least 1 KiB in 10 s"),
    /// The chunks are no HTTP.
    MALFORMED(400, "invalid_request", "the request body is not valid chunked HTTP/1.1"),
    /// The listener holds as much of bodies as it may ([EdgeSettings#bodyMemoryBytes()]).
    NO_ROOM(
            429,
            "rate_limited",
            "more request bodies are under way than are held at a time: send it again in a second, or fewer at once"),
    /// The client left; no answer can reach it.
    CLIENT_GONE(400, "invalid_request", "the request body ended before its declared length");

    private final int status;
    private final String code;
    private final String text;

    BodyFailure(int status, String code, String text) {
        this.status = status;
        this.code = code;
        this.text = text;
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public String text() {
        return text;
    }
}
