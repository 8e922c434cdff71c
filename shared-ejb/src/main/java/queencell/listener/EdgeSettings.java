package queencell.listener;

import java.time.Duration;

/// Bounds that hold before the application is asked (pipeline, 13).
///
/// @param maxConnections open connections of one listener; one more is closed at once
/// @param maxHeaders field lines of a head
/// @param maxHeaderBytes bytes of all names and values
/// @param maxHeaderValueBytes bytes of one value
/// @param maxUriBytes bytes of path and query
/// @param headReadTimeout from the first moment a head may come until it is whole
/// @param tlsHandshakeTimeout from accept to the end of the handshake
/// @param bodyProgressBytes bytes that a body must bring in each `bodyProgressPeriod`
/// @param keepAliveIdle how long a connection may wait for its next request
/// @param writeStall how long a client may take none of the bytes that are ready for it
/// @param requestTimeout until the head of the answer, for everything but long-polls; zero means never
/// @param longPollGrace what a long-poll gets beyond its own wait
/// @param longPollMax upper bound for a long-poll
public record EdgeSettings(
        int maxConnections,
        int maxHeaders,
        int maxHeaderBytes,
        int maxHeaderValueBytes,
        int maxUriBytes,
        Duration headReadTimeout,
        Duration tlsHandshakeTimeout,
        int bodyProgressBytes,
        Duration bodyProgressPeriod,
        Duration keepAliveIdle,
        Duration writeStall,
        Duration requestTimeout,
        Duration longPollGrace,
        Duration longPollMax) {

    /// The values of the specification.
    public static EdgeSettings defaults() {
        return new EdgeSettings(
                20_000,
                100,
                65_536,
                16_384,
                8_192,
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                1_024,
                Duration.ofSeconds(10),
                Duration.ofSeconds(75),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofSeconds(10),
                Duration.ofSeconds(310));
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

    private static Duration longer(Duration rule, Duration gatewayDeadline) {
        Duration afterGateway = gatewayDeadline.isZero() ? Duration.ZERO : gatewayDeadline.plusSeconds(5);
        return rule.compareTo(afterGateway) >= 0 ? rule : afterGateway;
    }
}
