package queencell.gate.api;

import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.graph.Supervisor;

/// Whether this replica serves what it should (runtime, 16.14). Any thread.
public final class Readiness {
    private final Supervisor supervisor;
    private final GraphRegistry registry;
    private volatile boolean draining;

    public Readiness(Supervisor supervisor, GraphRegistry registry) {
        this.supervisor = supervisor;
        this.registry = registry;
    }

    public void drain() {
        draining = true;
    }

    /// `ready`, `draining`, `starting` or `degraded`.
    public String status() {
        if (draining) {
            return "draining";
        }
        if (!supervisor.inventoryRead()) {
            return "starting";
        }
        return registry.all().stream().allMatch(GraphRuntime::running) ? "ready" : "degraded";
    }
}
