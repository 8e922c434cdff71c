package queencell.dev;

import java.net.URI;
import java.util.Optional;

/// Where a cell can be reached.
///
/// @param proxy the tenants' door
/// @param proxyCell health and metrics of the proxy
/// @param gate Gate's internal listener: the API
/// @param gatePublic Gate's public listener: the console
/// @param gateCell health and metrics of Gate
/// @param broker what proxy and Gate talk to
/// @param brokerEndpoint where the cell's own broker listens; empty for a given one
/// @param postgres where the cell's own PostgreSQL listens; empty for a given one
public record Addresses(
        Endpoint proxy,
        Endpoint proxyCell,
        Endpoint gate,
        Endpoint gatePublic,
        Endpoint gateCell,
        URI broker,
        Optional<Endpoint> brokerEndpoint,
        Optional<Endpoint> postgres) {

    /// The same for another proxy of the cell.
    Addresses withProxy(Endpoint door, Endpoint cellOnly) {
        return new Addresses(door, cellOnly, gate, gatePublic, gateCell, broker, brokerEndpoint, postgres);
    }
}
