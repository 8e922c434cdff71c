package queencell.gate.graph;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import queencell.gate.plan.CompileOptions;
import queencell.gate.stage.StageTools;
import queencell.gate.stage.StoreChecks;

/// Declares, deletes, restores and reconciles graphs, one at a time (runtime, 11 to 13). Blocking; any thread may call,
/// and waits for its turn.
///
/// Changing a graph stops before it starts, so two changes at once could leave registry and stages disagreeing: one
/// lock is held by every one of them.
public final class Supervisor {
    private final GraphRegistry registry;
    private final DeclareSteps declares;
    private final Removal removal;
    private final Reconciliation reconciliation;
    private final StoreChecks checks;
    private final ReentrantLock lock = new ReentrantLock(true);
    private volatile boolean inventoryRead;

    /// @param history whether durable history is there, which Watch needs
    public Supervisor(
            GraphStore store,
            GraphRegistry registry,
            StageTools tools,
            GraphSettings settings,
            ExecutorService workers,
            boolean history) {
        this.registry = registry;
        this.checks = tools.checks();
        CompileOptions options = settings.compileOptions();
        var provisioning = new Provisioning(tools.broker(), tools.settings().leaseSeconds(), settings.retryLimit());
        var swap = new Swap(registry, provisioning, tools, workers);
        this.declares = new DeclareSteps(store, registry, swap, provisioning, options, tools, history);
        this.removal = new Removal(store, registry, swap);
        this.reconciliation = new Reconciliation(store, registry, swap, provisioning, options);
    }

    // declare

    public Declared declare(Declaration declaration) {
        lock.lock();
        try {
            return declares.declare(declaration);
        } finally {
            lock.unlock();
        }
    }

    // delete

    /// Outcome of a delete.
    public sealed interface Deleted {
        /// @param registered whether it ran here
        record Done(boolean registered) implements Deleted {}

        /// Nothing was stopped: as long as the document remains, reconcile would bring the graph back.
        record Failed(String text) implements Deleted {}
    }

    public Deleted delete(GraphId id) {
        lock.lock();
        try {
            return removal.delete(id);
        } finally {
            lock.unlock();
        }
    }

    // sync of targets

    /// Runs several changes without anybody between them.
    public <T> T alone(Supplier<T> changes) {
        lock.lock();
        try {
            return changes.get();
        } finally {
            lock.unlock();
        }
    }

    /// Removes every one-node graph of the application that `kept` does not name, stored or running, unless the store
    /// cannot be read as a whole. A graph whose plan has grown nodes is never removed by a sync.
    ///
    /// @return the names of what was removed
    public List<String> removeOtherTargets(String application, List<String> kept) {
        lock.lock();
        try {
            return removal.otherTargets(application, kept);
        } finally {
            lock.unlock();
        }
    }

    // documents from the store

    /// Brings this replica to what is stored: at start, and every reconcile period (runtime, 13.1).
    public void reconcile() {
        lock.lock();
        try {
            long started = System.nanoTime();
            Reconciliation.Pass pass = reconciliation.pass();
            inventoryRead |= pass.read();
            checks.passed(started, pass.confirmed());
        } finally {
            lock.unlock();
        }
    }

    // life

    /// Whether the store could be read once.
    public boolean inventoryRead() {
        return inventoryRead;
    }

    /// Stops everything: all are told first and waited for afterwards, so that many stops take as long as one.
    public void stopAll(Duration limit) {
        lock.lock();
        try {
            List<GraphRuntime> all = registry.all();
            all.forEach(GraphRuntime::stop);
            Instant until = Instant.now().plus(limit);
            all.forEach(runtime -> runtime.awaitEnd(Duration.between(Instant.now(), until)));
        } finally {
            lock.unlock();
        }
    }
}
