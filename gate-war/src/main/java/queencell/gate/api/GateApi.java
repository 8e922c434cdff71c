package queencell.gate.api;

import java.util.ArrayList;
import java.util.List;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.Depths;
import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.Supervisor;
import queencell.gate.stage.StageTools;

/// The resources and filters of each listener.
public final class GateApi {
    private final ApiSettings settings;
    private final Readiness readiness;
    private final List<Object> routes;

    public GateApi(
            ApiSettings settings,
            Readiness readiness,
            GraphRegistry registry,
            Supervisor supervisor,
            Breaker breaker,
            Depths depths,
            StageTools tools) {
        this.settings = settings;
        this.readiness = readiness;
        var finder = new GraphFinder(registry);
        var live = new LiveState(tools.counters(), breaker, depths);
        var view = new GraphView(live);
        var door = new FrontDoor(tools.broker(), tools.counters(), tools.wall(), tools.clock());
        var declaring = new Declaring(supervisor, registry);
        this.routes = List.of(
                new GraphResource(finder, view, declaring),
                new PushResource(finder, door),
                new HealthResource(readiness));
    }

    /// No authentication at all: reachable from inside only.
    List<Object> internal() {
        return new ArrayList<>(routes);
    }

    /// The same routes for people.
    List<Object> open() {
        return new ArrayList<>(routes);
    }

    /// Health and metrics for the cell.
    List<Object> cell() {
        return List.of(new HealthResource(readiness), new MetricsTextResource());
    }
}
