package queencell.gate;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import queencell.TestFolders;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFolders;
import queencell.dev.CellPlan;
import queencell.dev.Endpoint;
import queencell.dev.Part;
import queencell.dev.Ports;
import queencell.dev.payara.PayaraProcess;
import queencell.dev.process.Child;
import queencell.dev.process.LogTail;
import queencell.dev.process.Signal;
import queencell.http.Request;

/// One more Gate beside the cell's own: its own ports, its own settings, any broker.
public final class GateProcess implements AutoCloseable {

    /// Short where a test waits for it; a namespace of its own, or the cell's Gate would run the same graphs.
    private static final Map<String, String> SETTINGS = Map.of(
            "GATE_KV_NAMESPACE", "gate-road",
            "GATE_POLL_TIMEOUT_SECONDS", "3",
            "GATE_INTERIOR_SEED_SKEW_SECONDS", "3",
            "GATE_LEASE_SECONDS", "3",
            "GATE_RECONCILE_SECONDS", "1");

    private static final Duration ENDS = Duration.ofSeconds(30);

    private final CellFolders folders;
    private final Map<String, String> environment;
    private final List<String> jvmOptions;
    private final Endpoint door;
    private final Endpoint publicDoor;
    private final Endpoint cellOnly;
    private Child child;

    private GateProcess(
            CellFolders folders, Map<String, String> environment, List<String> jvmOptions, List<Endpoint> endpoints) {
        this.folders = folders;
        this.environment = environment;
        this.jvmOptions = jvmOptions;
        this.door = endpoints.get(0);
        this.publicDoor = endpoints.get(1);
        this.cellOnly = endpoints.get(2);
    }

    /// Chooses ports and settings; nothing runs yet.
    ///
    /// @param name of its folder below `system-tests/target`
    /// @param more settings, over the usual ones
    public static GateProcess prepare(String name, URI broker, Map<String, String> more) {
        CellFolders folders = TestFolders.named(name);
        CellPlan plan = CellPlan.forTests(folders, CallerEnvironment.ofThisProcess());
        var ports = new Ports();
        List<Endpoint> endpoints =
                List.of(ports.anyFree("127.0.0.1"), ports.anyFree("127.0.0.1"), ports.anyFree("127.0.0.1"));
        var environment = new TreeMap<>(plan.caller().forAnyProgram());
        environment.putAll(SETTINGS);
        environment.put("QUEEN_URL", broker.toString());
        environment.put("GATE_BIND", endpoints.get(0).toString());
        environment.put("GATE_PUBLIC_BIND", endpoints.get(1).toString());
        environment.put("GATE_DEV_EMAIL", "dev@localhost");
        environment.put("GATE_ADMIN_EMAILS", "dev@localhost");
        environment.put("GATE_CELL_BIND", endpoints.get(2).toString());
        environment.putAll(more);
        return new GateProcess(folders, environment, plan.jvmOptions(), endpoints);
    }

    /// Starts it (again) and returns when it is ready.
    public GateProcess start() {
        var payara = new PayaraProcess(Part.GATE, Part.GATE.key(), folders, jvmOptions);
        child = payara.start(cellOnly, environment);
        payara.await(child, cellOnly, door);
        return this;
    }

    /// A request to its internal listener.
    public Request request(String method, String target) {
        return Request.to(door.url(), method, target).before(ApiWitness::saw);
    }

    /// A request to its public listener.
    public Request publicRequest(String method, String target) {
        return Request.to(publicDoor.url(), method, target).before(ApiWitness::saw);
    }

    /// A request to Payara's own port.
    public Request cellRequest(String method, String target) {
        return Request.to(cellOnly.url(), method, target);
    }

    /// Ends it in good order.
    ///
    /// @return what it wrote on its way
    public List<String> stop() {
        long from = LogTail.size(child.log());
        child.mark().end(Signal.TERM, ENDS);
        return LogTail.since(child.log(), from);
    }

    /// Ends it as a crash would.
    public void kill() {
        child.mark().kill();
    }

    public boolean alive() {
        return child != null && child.mark().alive();
    }

    /// Its last lines.
    public List<String> logTail(int lines) {
        return child == null ? List.of() : LogTail.last(child.log(), lines);
    }

    @Override
    public void close() {
        if (alive()) {
            child.mark().end(Signal.TERM, ENDS);
        }
    }
}
