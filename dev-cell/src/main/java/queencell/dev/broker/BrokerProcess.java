package queencell.dev.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import queencell.dev.CallerEnvironment;
import queencell.dev.Endpoint;
import queencell.dev.Part;
import queencell.dev.Progress;
import queencell.dev.postgres.PostgresAddress;
import queencell.dev.process.Child;
import queencell.dev.process.LogCause;

/// A broker that the cell starts and ends.
public final class BrokerProcess {

    /// What a broker of one machine runs with unless the caller says otherwise (broker, 25): few connections, both
    /// tenancy switches, no grants needed, KV rates that do not slow Gate, counters that are read soon.
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("DB_POOL_SIZE", "20"),
            Map.entry("QUEEN_TENANCY_HEADER", "true"),
            Map.entry("QUEEN_KV_TRUSTED_PROXY", "true"),
            Map.entry("QUEEN_KV_REQUIRE_GRANT", "false"),
            Map.entry("QUEEN_EPHEMERAL_REQUIRE_GRANT", "false"),
            Map.entry("QUEEN_KV_WRITE_RATE", "100000"),
            Map.entry("QUEEN_KV_WRITE_BURST", "100000"),
            Map.entry("QUEEN_KV_READ_RATE", "100000"),
            Map.entry("QUEEN_KV_READ_BURST", "100000"),
            Map.entry("STATS_INTERVAL_MS", "1000"),
            Map.entry("RETAINED_BYTES_INTERVAL_MS", "1000"),
            Map.entry("RETENTION_INTERVAL", "1000"),
            Map.entry("QUEEN_HOTLIST_RESEED_MS", "2000"),
            Map.entry("LOG_LEVEL", "warn"));

    private final BrokerWay way;
    private final CallerEnvironment caller;
    private final Path spool;

    /// @param way a program or a container; the others have become one of these before
    /// @param spool a folder of this broker alone: two that share one replay each other's events (broker, 1.3)
    public BrokerProcess(BrokerWay way, CallerEnvironment caller, Path spool) {
        this.way = way;
        this.caller = caller;
        this.spool = spool;
    }

    /// Whether this way can be used; fetches the container's image.
    public boolean available(Progress progress) {
        return !(way instanceof BrokerWay.Container container)
                || new ContainerBroker(container, caller).imageIsHere(progress);
    }

    public Child start(Endpoint endpoint, PostgresAddress database, Path log) {
        Map<String, String> variables = variables(endpoint, database);
        return switch (way) {
            case BrokerWay.Program program ->
                Child.start(
                        Part.BROKER,
                        List.of(program.file().toString()),
                        withSystem(caller.forAnyProgram(), variables),
                        spool,
                        log);
            case BrokerWay.Container container -> {
                var engine = new ContainerBroker(container, caller);
                Map<String, String> inside = engine.inside(variables);
                yield Child.start(
                        Part.BROKER,
                        engine.command(endpoint, spool, inside),
                        withSystem(ContainerBroker.environment(caller), inside),
                        spool,
                        log);
            }
            case BrokerWay.Running running ->
                throw new IllegalArgumentException("the broker at %s runs already".formatted(running.url()));
            case BrokerWay.Build build ->
                throw new IllegalArgumentException("%s has not built the broker yet".formatted(build.cargo()));
        };
    }

    /// Waits until a started broker is healthy, and refuses one that is too old.
    public void await(Child child, Endpoint endpoint) {
        var probe = new BrokerProbe(endpoint.url());
        child.await(probe::healthy, LogCause.lastLineWith("FATAL: ", "ERROR "), Duration.ofSeconds(90));
        probe.version(origin());
    }

    /// A command that removes what is left when the child was killed; empty when nothing can be.
    public List<String> cleanup(Endpoint endpoint) {
        return way instanceof BrokerWay.Container container
                ? new ContainerBroker(container, caller).cleanup(endpoint)
                : List.of();
    }

    private String origin() {
        return switch (way) {
            case BrokerWay.Program program -> program.origin();
            case BrokerWay.Container container -> container.image();
            case BrokerWay.Running running -> running.url().toString();
            case BrokerWay.Build build -> build.cargo().toString();
        };
    }

    private Map<String, String> variables(Endpoint endpoint, PostgresAddress database) {
        var variables = new TreeMap<>(SETTINGS);
        Map<String, String> system = caller.forAnyProgram();
        caller.forBroker().forEach((name, value) -> {
            if (!system.containsKey(name)) {
                variables.put(name, value);
            }
        });
        variables.putAll(database.variables("PG_", "DATABASE"));
        variables.put("PORT", Integer.toString(endpoint.port()));
        variables.put("QUEEN_BIND_ADDR", endpoint.host());
        variables.put("FILE_BUFFER_DIR", spool.toString());
        return variables;
    }

    private static Map<String, String> withSystem(Map<String, String> system, Map<String, String> variables) {
        var all = new TreeMap<>(system);
        all.putAll(variables);
        return all;
    }
}
