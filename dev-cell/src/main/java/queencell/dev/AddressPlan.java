package queencell.dev;

import java.net.URI;
import java.util.Optional;

/// Gives every listener of a cell its address, before anything starts.
final class AddressPlan {

    private static final String LOOPBACK = "127.0.0.1";

    private final CallerEnvironment caller;
    private final CellPlan plan;
    private final Ports ports = new Ports();

    AddressPlan(CellPlan plan) {
        this.plan = plan;
        this.caller = plan.caller();
    }

    /// @param givenBroker the address of a broker that runs already
    Addresses choose(Optional<URI> givenBroker) {
        Endpoint proxy = proxy();
        Endpoint proxyCell = listener("the proxy's cell-only port", "QUEEN_PROXY_CELL_BIND", 6719);
        Endpoint gate = listener("Gate", "GATE_BIND", 8788);
        Endpoint gatePublic = listener("Gate's public listener", "GATE_PUBLIC_BIND", 8790);
        Endpoint gateCell = listener("Gate's cell-only port", "GATE_CELL_BIND", 8799);
        Optional<Endpoint> broker = givenBroker.isPresent()
                ? Optional.empty()
                : Optional.of(inner("the broker", "--broker-port", plan.brokerPort(), 6632, brokerHost()));
        Optional<Endpoint> postgres = caller.value("PXDB_HOST").isPresent()
                ? Optional.empty()
                : Optional.of(inner("PostgreSQL", "--postgres-port", plan.postgresPort(), 6740, LOOPBACK));
        URI brokerUrl = givenBroker.orElseGet(() -> broker.orElseThrow().url());
        return new Addresses(proxy, proxyCell, gate, gatePublic, gateCell, brokerUrl, broker, postgres);
    }

    private Endpoint proxy() {
        String host = caller.value("QUEEN_PROXY_BIND_ADDR").orElse(LOOPBACK);
        Optional<String> port = caller.value("QUEEN_PROXY_PORT");
        if (port.isPresent()) {
            int number = Endpoint.parsePort("QUEEN_PROXY_PORT", port.get());
            return ports.demanded("the proxy", "QUEEN_PROXY_PORT", new Endpoint(host, number));
        }
        return byDefault("the proxy", host, 6711);
    }

    private Endpoint listener(String what, String setting, int port) {
        Optional<String> demanded = caller.value(setting);
        return demanded.isPresent()
                ? ports.demanded(what, setting, Endpoint.parse(setting, demanded.get()))
                : byDefault(what, LOOPBACK, port);
    }

    private Endpoint inner(String what, String option, int demanded, int port, String host) {
        return demanded == 0 ? byDefault(what, host, port) : ports.demanded(what, option, new Endpoint(host, demanded));
    }

    private Endpoint byDefault(String what, String host, int port) {
        return plan.privatePorts() ? ports.anyFree(host) : ports.preferred(what, host, port);
    }

    private String brokerHost() {
        return caller.value("QUEEN_BIND_ADDR").orElse(LOOPBACK);
    }
}
