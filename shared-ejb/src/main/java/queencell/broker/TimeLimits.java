package queencell.broker;

import java.time.Duration;

/// How long the client waits for each family of calls, connecting included; none waits without end, because a
/// broker whose database hangs never answers (wire, 20).
///
/// @param connect one connection attempt
/// @param work push and ack
/// @param transaction one transaction
/// @param kv one key/value call
/// @param read management calls
/// @param pollMargin added to the window of a long poll, so that the broker's own 204 comes first
public record TimeLimits(
        Duration connect, Duration work, Duration transaction, Duration kv, Duration read, Duration pollMargin) {

    /// Runtime 1.3; wire 23.2 for the others.
    public static final TimeLimits DEFAULT = new TimeLimits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10));
}
