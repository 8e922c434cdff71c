package queencell.gate.graph;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import queencell.gate.counter.Counters;
import queencell.gate.stage.LeaseKeeper;
import queencell.gate.stage.Sleepers;
import queencell.gate.stage.StageSettings;
import queencell.gate.stage.StageTools;
import queencell.gate.stage.StoreChecks;
import queencell.gate.stage.TraceRing;
import queencell.gate.stage.Turns;
import queencell.settings.SettingsReader;

/// One replica's graphs over a broker that only answers, and a store that can be taken away.
public final class Replica implements AutoCloseable {
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final StoredInMemory rows = new StoredInMemory();
    private final GraphRegistry registry = new GraphRegistry();
    private final QuietBroker broker;
    private final StoreChecks checks = new StoreChecks(System::nanoTime);
    private final Supervisor supervisor;

    /// @param history whether what a watch needs is there
    private Replica(QuietBroker broker, boolean history) {
        this.broker = broker;
        var settings = new StageSettings(10, 1, Duration.ofSeconds(30), 3, false, false);
        InstantSource wall = InstantSource.system();
        var tools = new StageTools(
                broker.client(),
                new Counters(rows, () -> false),
                new LeaseKeeper(settings, workers, System::nanoTime),
                new Turns(wall),
                new Sleepers(),
                new TraceRing(),
                checks,
                settings,
                "gate",
                wall,
                wall);
        GraphSettings graphs = SettingsReader.of(Map.of()).read(GraphSettings.class);
        this.supervisor = new Supervisor(new GraphStore(rows), registry, tools, graphs, workers, history);
    }

    public static Replica start() throws IOException {
        return new Replica(QuietBroker.start(), false);
    }

    static Replica withHistory() throws IOException {
        return new Replica(QuietBroker.start(), true);
    }

    public Supervisor supervisor() {
        return supervisor;
    }

    public GraphRegistry registry() {
        return registry;
    }

    StoredInMemory rows() {
        return rows;
    }

    QuietBroker broker() {
        return broker;
    }

    StoreChecks checks() {
        return checks;
    }

    @Override
    public void close() {
        supervisor.stopAll(Duration.ofSeconds(3));
        broker.close();
        workers.shutdownNow();
    }
}
