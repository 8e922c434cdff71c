package queencell.proxy.forward;

import java.time.Duration;
import queencell.settings.Says;
import queencell.settings.Setting;

/// How the proxy reaches its brokers (pipeline, 9).
public record UpstreamSettings(
        @Says("Longest time to open a connection to one address of the broker; then 502, or the next address.")
        @Setting(env = "QUEEN_PROXY_UPSTREAM_CONNECT_TIMEOUT_MS", byDefault = "5000", min = 1, max = 86_400_000)
        Duration connectTimeout) {

    /// Idle connections that are kept for one host on one event loop.
    static final int MAX_IDLE = 64;

    /// How long one beyond those may wait for its next request. Were it closed at once, a host that is busier
    /// than that would pay for a new connection with every request.
    static final Duration SURPLUS_IDLE_TIME = Duration.ofSeconds(1);

    /// How long an unused connection is kept; brokers of 1.3.0 keep theirs for good.
    static final Duration MAX_IDLE_TIME = Duration.ofSeconds(60);

    /// How long the addresses of a host name are believed before they are asked for again.
    static final Duration ADDRESS_TTL = Duration.ofSeconds(30);
}
