package queencell.dev;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.dev.broker.BrokerProbe;
import queencell.dev.broker.BrokerProcess;
import queencell.dev.broker.BrokerSearch;
import queencell.dev.broker.BrokerWay;
import queencell.dev.broker.CargoBuild;
import queencell.dev.payara.PayaraProcess;
import queencell.dev.postgres.Databases;
import queencell.dev.postgres.EmbeddedPostgres;
import queencell.dev.postgres.PostgresAddress;
import queencell.dev.process.Child;

/// Knows how each part of one cell is started, and when it is ready.
final class PartStarter {

    /// A process that was started and may not be ready yet.
    record Launched(CellState.PartState state, Runnable ready) {
        void awaitReady() {
            ready.run();
        }
    }

    private static final String PROXY_DATABASE = "queen_proxy";

    private final CellPlan plan;
    private final Addresses addresses;
    private final BrokerWay brokerWay;
    private final EmbeddedPostgres embedded;
    private final Ports ports = new Ports();

    private PartStarter(CellPlan plan, Addresses addresses, BrokerWay brokerWay) {
        this.plan = plan;
        this.addresses = addresses;
        this.brokerWay = brokerWay;
        // cells that are thrown away share the unpacked programs
        String programs = plan.throwAway() ? "../postgres" : "postgres";
        this.embedded = new EmbeddedPostgres(
                plan.folders().folder(programs).normalize(),
                plan.folders().folder("postgres"),
                plan.caller(),
                !plan.throwAway());
    }

    /// Finds a broker, building or fetching it where that is the way, and chooses the ports.
    static PartStarter find(CellPlan plan, Progress progress) {
        if (!plan.parts().contains(Part.BROKER)) {
            return new PartStarter(
                    plan, new AddressPlan(plan).choose(Optional.empty()), new BrokerWay.Running(URI.create("none:")));
        }
        BrokerWay way = usableWay(plan, progress);
        if (way instanceof BrokerWay.Running running) {
            var probe = new BrokerProbe(running.url());
            progress.step("Using the broker %s at %s".formatted(probe.version("QUEEN_URL"), running.url()));
            probe.demandSettings("QUEEN_URL");
            return new PartStarter(plan, new AddressPlan(plan).choose(Optional.of(running.url())), way);
        }
        return new PartStarter(plan, new AddressPlan(plan).choose(Optional.empty()), way);
    }

    private static BrokerWay usableWay(CellPlan plan, Progress progress) {
        var cache = HomeFolder.cache(plan.caller(), plan.folders());
        var search = new BrokerSearch(plan.caller(), cache);
        BrokerWay way = search.find();
        if (way instanceof BrokerWay.Container container
                && !new BrokerProcess(way, plan.caller(), plan.folders().folder("broker-spool")).available(progress)) {
            progress.step("%s could not fetch %s".formatted(container.engine().getFileName(), container.image()));
            way = search.findWithoutContainer();
        }
        if (way instanceof BrokerWay.Build build) {
            var cargo = new CargoBuild(plan.caller(), cache);
            var log = plan.folders().logs().resolve("cargo.log");
            way = new BrokerWay.Program(cargo.build(build.cargo(), log, progress), "the cache folder");
        }
        return way;
    }

    Addresses addresses() {
        return addresses;
    }

    /// A free address for one more listener.
    Endpoint anyEndpoint() {
        return ports.anyFree(addresses.proxy().host());
    }

    PostgresAddress pxdb() {
        return given() ? PostgresAddress.given(plan.caller()) : server().database(PROXY_DATABASE);
    }

    PostgresAddress gateHistory() {
        return pxdb().database(Databases.GATE);
    }

    /// Starts the process of a part; empty for one that was given to the cell.
    Optional<Launched> launch(Part part) {
        return switch (part) {
            case POSTGRES -> postgres();
            case BROKER -> broker();
            case PROXY -> Optional.of(proxy(part.key(), addresses, Map.of()));
            case GATE -> Optional.of(gate());
        };
    }

    String whereabouts(Part part) {
        return switch (part) {
            case POSTGRES -> pxdb().toString();
            case BROKER -> addresses.broker().toString();
            case PROXY -> addresses.proxy().url().toString();
            case GATE ->
                "%s, console %s"
                        .formatted(
                                addresses.gate().url(), addresses.gatePublic().url());
        };
    }

    private Optional<Launched> postgres() {
        if (given()) {
            ensureDatabases(Databases.provenOn(PostgresAddress.given(plan.caller())));
            return Optional.empty();
        }
        Endpoint endpoint = addresses.postgres().orElseThrow();
        Child child = embedded.start(endpoint, plan.folders().log(Part.POSTGRES));
        return Optional.of(launched(child, List.of(), () -> {
            embedded.await(child, endpoint);
            ensureDatabases(server());
        }));
    }

    private Optional<Launched> broker() {
        if (brokerWay instanceof BrokerWay.Running) {
            return Optional.empty();
        }
        Endpoint endpoint = addresses.brokerEndpoint().orElseThrow();
        var broker = new BrokerProcess(brokerWay, plan.caller(), plan.folders().folder("broker-spool"));
        Child child = broker.start(
                endpoint, pxdb().database(Databases.BROKER), plan.folders().log(Part.BROKER));
        return Optional.of(launched(child, broker.cleanup(endpoint), () -> broker.await(child, endpoint)));
    }

    /// One more proxy for the same broker and database.
    ///
    /// @param variables its own settings, over those of the cell
    Launched another(ExtraProxy proxy, Map<String, String> variables) {
        return proxy(proxy.name(), addresses.withProxy(proxy.door(), proxy.cellOnly()), variables);
    }

    private Launched proxy(String name, Addresses where, Map<String, String> more) {
        var environment = new ApplicationEnvironment(plan, where).proxy(name, pxdb());
        environment.putAll(more);
        return application(Part.PROXY, name, where.proxyCell(), where.proxy(), environment);
    }

    private Launched gate() {
        var environment = new ApplicationEnvironment(plan, addresses).gate(gateHistory());
        return application(Part.GATE, Part.GATE.key(), addresses.gateCell(), addresses.gate(), environment);
    }

    private Launched application(
            Part part, String name, Endpoint cellOnly, Endpoint door, Map<String, String> environment) {
        var payara = new PayaraProcess(part, name, plan.folders(), plan.jvmOptions());
        Child child = payara.start(cellOnly, environment);
        var state = new CellState.PartState(part, name, child.mark(), List.of());
        return new Launched(state, () -> payara.await(child, cellOnly, door));
    }

    private void ensureDatabases(PostgresAddress server) {
        Databases.ensure(server, pxdb().database());
        Databases.ensure(server, Databases.BROKER);
        Databases.ensure(server, Databases.GATE);
    }

    private boolean given() {
        return plan.caller().value("PXDB_HOST").isPresent();
    }

    private PostgresAddress server() {
        return embedded.address(addresses.postgres().orElseThrow());
    }

    private static Launched launched(Child child, List<String> cleanup, Runnable ready) {
        return new Launched(new CellState.PartState(child.part(), child.mark(), cleanup), ready);
    }
}
