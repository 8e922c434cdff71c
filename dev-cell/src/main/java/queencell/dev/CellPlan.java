package queencell.dev;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What kind of cell is wanted.
///
/// @param folders where it reads and writes
/// @param caller the environment of whoever asks
/// @param parts which processes; those that they need must be among them
/// @param throwAway begins with empty data and does without `fsync`
/// @param privatePorts ports of its own, away from the defaults
/// @param jvmOptions for the two Payara processes, after those of `payara-config`
/// @param brokerPort 0 for the default or the next free one
/// @param postgresPort 0 for the default or the next free one
public record CellPlan(
        CellFolders folders,
        CallerEnvironment caller,
        Set<Part> parts,
        boolean throwAway,
        boolean privatePorts,
        List<String> jvmOptions,
        int brokerPort,
        int postgresPort) {

    /// What the row of a developer's cell is called: its proxy serves that cell alone.
    public static final String SLUG = "local";

    /// Sized for a developer's machine.
    private static final List<String> SMALL_HEAP = List.of("-Xms128m", "-Xmx512m", "-Xmn160m");

    /// Without the optimising compiler: less CPU at start, for less speed under load.
    private static final List<String> QUICK_START =
            List.of("-Xms128m", "-Xmx512m", "-Xmn160m", "-XX:TieredStopAtLevel=1");

    public CellPlan {
        parts = Set.copyOf(parts);
        jvmOptions = List.copyOf(jvmOptions);
        if (parts.contains(Part.PROXY) || parts.contains(Part.GATE)) {
            if (!parts.containsAll(Set.of(Part.POSTGRES, Part.BROKER))) {
                throw new IllegalArgumentException(
                        "parts %s: proxy and Gate need PostgreSQL and broker".formatted(parts));
            }
        }
    }

    /// A cell that keeps its data in `.cell/`.
    public static CellPlan forDeveloper(CellFolders folders, CallerEnvironment caller) {
        return new CellPlan(folders, caller, EnumSet.allOf(Part.class), false, false, QUICK_START, 0, 0);
    }

    /// A cell that is thrown away: own ports, no `fsync`. It never touches a running one.
    ///
    /// Of the caller's settings only those that bring a broker are used; tests say themselves what they test.
    public static CellPlan forTests(CellFolders folders, CallerEnvironment caller) {
        return new CellPlan(
                folders, onlyBrokerAndSystem(caller), EnumSet.allOf(Part.class), true, true, QUICK_START, 0, 0);
    }

    public CellPlan withParts(Part first, Part... others) {
        return new CellPlan(
                folders,
                caller,
                EnumSet.of(first, others),
                throwAway,
                privatePorts,
                jvmOptions,
                brokerPort,
                postgresPort);
    }

    /// The same with more variables, as if the caller had set them.
    public CellPlan withVariables(Map<String, String> more) {
        var all = new TreeMap<>(caller.variables());
        all.putAll(more);
        return new CellPlan(
                folders,
                new CallerEnvironment(all),
                parts,
                throwAway,
                privatePorts,
                jvmOptions,
                brokerPort,
                postgresPort);
    }

    /// The same with the optimising compiler: for load, at the price of a slower start.
    public CellPlan optimised() {
        return new CellPlan(folders, caller, parts, throwAway, privatePorts, SMALL_HEAP, brokerPort, postgresPort);
    }

    /// The same with the JVM of production, as `payara-config` has it: for figures.
    public CellPlan asInProduction() {
        return new CellPlan(folders, caller, parts, throwAway, privatePorts, List.of(), brokerPort, postgresPort);
    }

    public CellPlan withPorts(int broker, int postgres) {
        return new CellPlan(folders, caller, parts, throwAway, privatePorts, jvmOptions, broker, postgres);
    }

    private static CallerEnvironment onlyBrokerAndSystem(CallerEnvironment caller) {
        Map<String, String> kept = caller.forAnyProgram();
        for (String name :
                List.of("QUEEN_BIN", "XDG_CACHE_HOME", "CARGO_HOME", "RUSTUP_HOME", "DOCKER_HOST", "CONTAINER_HOST")) {
            caller.value(name).ifPresent(value -> kept.put(name, value));
        }
        return new CallerEnvironment(kept);
    }
}
