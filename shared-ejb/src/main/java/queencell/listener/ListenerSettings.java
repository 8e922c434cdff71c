package queencell.listener;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Where a listener stands and what it allows.
///
/// @param name short name for threads and log lines, such as `tenant`
/// @param bind address and port; port 0 takes any free one
/// @param tls certificate and key; empty for plain HTTP
/// @param edge bounds in front of the application
/// @param own what the answers say that the listener gives by itself
public record ListenerSettings(
        String name, InetSocketAddress bind, Optional<Tls> tls, EdgeSettings edge, OwnAnswers own) {

    /// Without a word about HTTPS.
    public ListenerSettings(String name, InetSocketAddress bind, Optional<Tls> tls, EdgeSettings edge) {
        this(name, bind, tls, edge, OwnAnswers.SILENT);
    }

    /// @param certificate PEM file with the full chain, leaf first
    /// @param key PEM file whose first key block is PKCS#8, PKCS#1 or SEC1
    public record Tls(Path certificate, Path key) {}

    /// How often a listener looks for connections past one of their deadlines: a quarter of the shortest, 10 ms
    /// to 500 ms.
    Duration sweep() {
        Duration shortest = edge.headReadTimeout();
        for (Duration each : new Duration[] {edge.bodyProgressPeriod(), edge.keepAliveIdle(), edge.writeStall()}) {
            shortest = each.compareTo(shortest) < 0 ? each : shortest;
        }
        return Duration.ofMillis(Math.clamp(shortest.toMillis() / 4, 10, 500));
    }
}
