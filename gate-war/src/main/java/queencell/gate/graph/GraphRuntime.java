package queencell.gate.graph;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import queencell.gate.document.GraphDocument;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.Plan;
import queencell.gate.plan.StagePlan;
import queencell.gate.stage.Stage;

/// A graph as it runs on this replica (runtime, 11). Any thread may read it; only the holder of the declare lock starts
/// and stops it.
///
/// It stays registered when it was stopped by a failure, so that it is visible as such and accepts nothing.
public final class GraphRuntime {
    private final GraphId id;
    private final GraphDocument document;
    private final Plan plan;
    private final List<Stage> stages;
    private final Instant startedAt;
    private volatile boolean persisted;
    private volatile long storedVersion;
    private volatile boolean stopped;

    GraphRuntime(GraphDocument document, Plan plan, List<Stage> stages, Instant startedAt) {
        this.id = new GraphId(document.application(), document.graph());
        this.document = document;
        this.plan = plan;
        this.stages = List.copyOf(stages);
        this.startedAt = startedAt;
    }

    public GraphId id() {
        return id;
    }

    public GraphDocument document() {
        return document;
    }

    public Plan plan() {
        return plan;
    }

    public List<Stage> stages() {
        return stages;
    }

    public Instant startedAt() {
        return startedAt;
    }

    public Optional<NodePlan> node(String name) {
        return plan.node(name);
    }

    /// The stages that consume for one node.
    public List<Stage> stagesAt(String node) {
        return stages.stream().filter(stage -> stage.plan().node().equals(node)).toList();
    }

    /// Whether the document is known to be in the store.
    public boolean persisted() {
        return persisted;
    }

    /// Version of the stored document this runtime was started from or seen as; 0 while it is not known to be stored.
    public long storedVersion() {
        return storedVersion;
    }

    /// The document was written, or seen in the store.
    void stored(long version) {
        storedVersion = version;
        persisted = true;
    }

    public boolean running() {
        return !stopped;
    }

    /// Tells every stage to end; does not wait.
    void stop() {
        stopped = true;
        stages.forEach(Stage::stop);
    }

    /// Waits for the workers.
    void awaitEnd(Duration limit) {
        long until = System.nanoTime() + limit.toNanos();
        stages.forEach(stage -> stage.awaitEnd(Duration.ofNanos(Math.max(0, until - System.nanoTime()))));
    }

    /// Handlers that wait for one of these counters ask again.
    public void wake(Collection<String> keys) {
        stages.forEach(stage -> stage.wake(keys));
    }

    /// Whether a running stage of this graph does exactly what `wanted` asks for: everything compiled is compared,
    /// the flags of destinations, the numbers of the node's budgets and the other paths of its entry included.
    Optional<Stage> sameStage(Plan wanted, StagePlan stage) {
        return stages.stream()
                .filter(each -> each.plan().equals(stage))
                .filter(each -> sameNode(wanted, stage.node())
                        && plan.pathsStartingAt(stage.source()).equals(wanted.pathsStartingAt(stage.source())))
                .findFirst();
    }

    private boolean sameNode(Plan wanted, String node) {
        Optional<NodePlan> here = plan.node(node);
        Optional<NodePlan> there = wanted.node(node);
        return here.isPresent()
                && there.isPresent()
                && here.get().cost().equals(there.get().cost())
                && here.get().budgets().equals(there.get().budgets());
    }
}
