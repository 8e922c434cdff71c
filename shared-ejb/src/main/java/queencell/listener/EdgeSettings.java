package queencell.listener;

import java.time.Duration;
import java.util.Map;
import queencell.settings.Says;
import queencell.settings.Setting;
import queencell.settings.SettingsReader;

/// Bounds that hold before the application is asked (pipeline, 13). A text that cannot be used ends the start.
public record EdgeSettings(
        @Says("Open connections of one listener; one more is closed at once.")
        @Setting(env = "QUEEN_EDGE_MAX_CONNS", byDefault = "20000", min = 1, strict = true)
        int maxConnections,

        @Says("Header fields of a request; more are answered 431.")
        @Setting(env = "QUEEN_EDGE_MAX_HEADERS", byDefault = "100", min = 1, max = 1000, strict = true)
        int maxHeaders,

        @Says("Bytes of all header names and values of a request; more are answered 431.")
        @Setting(env = "QUEEN_EDGE_MAX_HEADER_BYTES", byDefault = "65536", min = 256, max = 1048576, strict = true)
        int maxHeaderBytes,

        @Says("Bytes of one header value; more are answered 431.")
        @Setting(env = "QUEEN_EDGE_MAX_HEADER_VALUE_BYTES", byDefault = "16384", min = 64, max = 1048576, strict = true)
        int maxHeaderValueBytes,

        @Says("Bytes of path and query; more are answered 414.")
        @Setting(env = "QUEEN_EDGE_MAX_URI_BYTES", byDefault = "8192", min = 64, max = 65535, strict = true)
        int maxUriBytes,

        @Says(
                "Bytes that all buffered request bodies of a listener may hold together; one that finds no room is answered "
                        + "429. 0 takes a quarter of the heap. Several bodies of one cluster get at most half of it. Less than "
                        + "the largest body that is allowed ends the start.")
        @Setting(env = "QUEEN_EDGE_BODY_MEMORY_BYTES", byDefault = "0", min = 0, strict = true)
        long bodyMemoryBytes,

        @Says("Time for a request head to be whole; then 408.")
        @Setting(env = "QUEEN_EDGE_HEADER_READ_TIMEOUT_MS", byDefault = "30000", min = 1, strict = true)
        Duration headReadTimeout,

        @Says("Time for a TLS handshake; then the connection closes.")
        @Setting(env = "QUEEN_EDGE_TLS_HANDSHAKE_TIMEOUT_MS", byDefault = "10000", min = 1, strict = true)
        Duration tlsHandshakeTimeout,

        @Says("Bytes that a request body must bring in each `QUEEN_EDGE_BODY_PROGRESS_MS`; fewer are answered 408.")
        @Setting(env = "QUEEN_EDGE_BODY_PROGRESS_BYTES", byDefault = "1024", min = 0, strict = true)
        int bodyProgressBytes,

        @Says("How often the progress of a request body is looked at.")
        @Setting(env = "QUEEN_EDGE_BODY_PROGRESS_MS", byDefault = "10000", min = 1, strict = true)
        Duration bodyProgressPeriod,

        @Says("How long a connection may wait for its next request.")
        @Setting(env = "QUEEN_EDGE_KEEP_ALIVE_MS", byDefault = "75000", min = 1, strict = true)
        Duration keepAliveIdle,

        @Says("How long a client may take none of the bytes that are ready for it; then its connection closes.")
        @Setting(env = "QUEEN_EDGE_WRITE_STALL_MS", byDefault = "60000", min = 1, strict = true)
        Duration writeStall,

        @Says("Time until the head of an answer, long-polls excepted; then 504 `request_timeout`. 0 means never, for "
                + "long-polls too.")
        @Setting(env = "QUEEN_EDGE_REQUEST_TIMEOUT_MS", byDefault = "60000", min = 0, strict = true)
        Duration requestTimeout,

        @Says("What a long-poll gets beyond its own wait before 504 `request_timeout`.")
        @Setting(env = "QUEEN_EDGE_LONG_POLL_GRACE_MS", byDefault = "10000", min = 0, strict = true)
        Duration longPollGrace,

        @Says("Upper bound for a long-poll, its grace included.")
        @Setting(env = "QUEEN_EDGE_LONG_POLL_MAX_MS", byDefault = "310000", min = 0, strict = true)
        Duration longPollMax) {

    private static final long LEAST_BODY_MEMORY = 64L << 20;

    /// The values of the specification.
    public static EdgeSettings defaults() {
        return SettingsReader.of(Map.of()).read(EdgeSettings.class);
    }

    /// Bytes that the bodies of one listener may hold together (pipeline, 13).
    ///
    /// @param heap bytes of this process
    public long bodyMemory(long heap) {
        return bodyMemoryBytes > 0 ? bodyMemoryBytes : Math.max(LEAST_BODY_MEMORY, heap / 4);
    }

    /// The edge timeout of an ordinary request, so long that the gateway's own deadline always answers first
    /// (`[A26]`).
    ///
    /// @param gatewayDeadline the deadline towards the broker; zero where there is none
    public Duration budget(Duration gatewayDeadline) {
        return requestTimeout.isZero() ? Duration.ZERO : longer(requestTimeout, gatewayDeadline);
    }

    /// The edge timeout of a long-poll.
    ///
    /// @param wait what the client asked for
    public Duration longPollBudget(Duration wait, Duration gatewayDeadline) {
        if (requestTimeout.isZero()) {
            return Duration.ZERO;
        }
        Duration own = wait.plus(longPollGrace);
        return longer(own.compareTo(longPollMax) > 0 ? longPollMax : own, gatewayDeadline);
    }

    /// When the edge may give up at the earliest where the gateway has this long.
    public static Duration afterGateway(Duration deadline) {
        return deadline.plusSeconds(5);
    }

    private static Duration longer(Duration rule, Duration gatewayDeadline) {
        Duration afterGateway = gatewayDeadline.isZero() ? Duration.ZERO : afterGateway(gatewayDeadline);
        return rule.compareTo(afterGateway) >= 0 ? rule : afterGateway;
    }
}
