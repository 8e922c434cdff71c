package queencell.gate.graph;

import static queencell.log.Field.field;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Watch;
import queencell.gate.plan.CompileOptions;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.Plan;
import queencell.gate.plan.PlanDiff;
import queencell.gate.rule.Facts;
import queencell.gate.rule.RuleTable;
import queencell.gate.rule.Validation;
import queencell.gate.stage.StageTools;
import queencell.log.EventLog;

/// Declares, deletes, restores and reconciles graphs, one at a time (runtime, 11 to 13). Blocking; any thread may call,
/// and waits for its turn.
///
/// Changing a graph stops before it starts, so two changes at once could leave registry and stages disagreeing: one
/// lock
/// is held by every one of them.
public final class Supervisor {
    private static final EventLog LOG = EventLog.of("gate.graph");

    private final GraphStore store;
    private final GraphRegistry registry;
    private final Swap swap;
    private final Provisioning provisioning;
    private final CompileOptions options;
    private final StageTools tools;
    private final boolean history;
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
        this.store = store;
        this.registry = registry;
        this.tools = tools;
        this.history = history;
        this.options = settings.compileOptions();
        this.provisioning = new Provisioning(tools.broker(), tools.settings().leaseSeconds(), settings.retryLimit());
        this.swap = new Swap(registry, provisioning, tools, workers);
    }

    // declare

    public Declared declare(Declaration declaration) {
        lock.lock();
        try {
            return declareLocked(declaration);
        } finally {
            lock.unlock();
        }
    }

    private Declared declareLocked(Declaration declaration) {
        GraphId id = new GraphId(
                declaration.document().application(), declaration.document().graph());
        Optional<Inventory.Stored> before;
        switch (store.predecessor(id)) {
            case GraphStore.Predecessor.Found(Inventory.Stored stored) -> before = Optional.of(stored);
            case GraphStore.Predecessor.None none -> before = Optional.empty();
            case GraphStore.Predecessor.Unreadable(String text) -> {
                return Declared.Refused.of(
                        Declared.Reason.STORE_UNAVAILABLE,
                        "the stored document of %s cannot be read, so nobody can tell whether this one needs a higher version: %s"
                                .formatted(id, text));
            }
        }
        Optional<Declared> unmet = Preconditions.unmet(declaration.condition(), before, id);
        if (unmet.isPresent()) {
            return unmet.get();
        }
        Optional<GraphDocument> running = registry.find(id).map(GraphRuntime::document);
        Optional<GraphDocument> stood = before.map(Inventory.Stored::document).or(() -> running);
        GraphDocument document = declaration.document();
        if (document.watch().isPresent()) {
            if (!history) {
                return Declared.Refused.of(
                        Declared.Reason.INVALID_DOCUMENT,
                        "[watch-history] watch needs Gate's PostgreSQL history, a durable history of what passed:"
                                + " set PG_HOST, or declare without `watch`");
            }
            document = watching(document, stood);
        }
        Plan sketch = GraphCompiler.compile(document, options);
        Map<String, Facts.Queue> queues = provisioning.look(sketch);
        CompileOptions observed = options.withPartitions(partitions(queues));
        Facts facts = KnownFacts.of(registry, id, queues);
        Validation.Accepted accepted;
        switch (Validation.check(document, observed, facts)) {
            case Validation.Accepted fine -> accepted = fine;
            case Validation.Refused refused -> {
                return new Declared.Refused(Declared.Reason.INVALID_DOCUMENT, refused.error(), refused.problems());
            }
        }
        Plan wanted = GraphCompiler.compile(document);
        List<GraphDocument> standing = Stream.concat(running.stream(), before.map(Inventory.Stored::document).stream())
                .distinct()
                .toList();
        for (GraphDocument old : standing) {
            Optional<String> conflict = PlanDiff.between(GraphCompiler.compile(old), wanted)
                    .versionConflict(old.version(), document.version());
            if (conflict.isPresent()) {
                return Declared.Refused.of(Declared.Reason.VERSION_BUMP, conflict.get());
            }
        }
        PlanDiff diff = stood.map(old -> PlanDiff.between(GraphCompiler.compile(old), wanted))
                .orElseGet(() -> new PlanDiff(List.of()));
        List<String> changes = stood.isPresent() ? diff.words() : List.of("graph `%s` is created".formatted(id));
        Optional<Declared> owned = Ownership.refusal(store.inventory(), id, accepted.plan(), options);
        if (owned.isPresent()) {
            return owned.get();
        }
        if (declaration.dryRun()) {
            return new Declared.Accepted(accepted.plan(), accepted.warnings(), 0, changes, diff.needsBump());
        }
        return start(
                id, document, accepted, before.map(Inventory.Stored::version).orElse(0L), changes, diff.needsBump());
    }

    private Declared start(
            GraphId id,
            GraphDocument document,
            Validation.Accepted accepted,
            long storedVersion,
            List<String> changes,
            boolean needsBump) {
        switch (swap.to(document, accepted.plan())) {
            case Swap.Running running -> {}
            case Swap.Failed(String text) -> {
                return Declared.Refused.of(Declared.Reason.PROVISIONING_FAILED, text);
            }
        }
        return switch (store.put(document, storedVersion)) {
            case GraphStore.Stored.Done(long version) -> {
                registry.find(id).ifPresent(runtime -> runtime.stored(version));
                LOG.info("graph_declared", field("graph", id), field("version", document.version()));
                yield new Declared.Accepted(accepted.plan(), accepted.warnings(), version, changes, needsBump);
            }
            case GraphStore.Stored.Lost lost ->
                Declared.Refused.of(
                        Declared.Reason.LOST_RACE,
                        "%s was declared by somebody else at the same moment; this document is running here, is NOT durable, and the stored one comes back within a reconcile period. Read the graph and declare again."
                                .formatted(id));
            case GraphStore.Stored.Failed(String text) ->
                Declared.Refused.of(
                        Declared.Reason.NOT_STORED,
                        "%s runs, but its document is NOT durable: %s. It serves until a reconcile pass puts the stored document back; declare it again."
                                .formatted(id, text));
        };
    }

    /// The start of a watch is the server's: kept from whoever watched before, else now.
    private GraphDocument watching(GraphDocument document, Optional<GraphDocument> before) {
        OptionalLong since =
                before.flatMap(GraphDocument::watch).map(Watch::startedAt).orElse(OptionalLong.empty());
        Watch declared = document.watch().orElseThrow();
        GraphDocument started = document.withWatch(new Watch(
                declared.durationSeconds(),
                OptionalLong.of(since.orElseGet(() -> tools.wall().millis()))));
        return started.countersWindowSeconds().isPresent()
                ? started
                : started.withCounters(GraphCompiler.ROLLUP_SECONDS);
    }

    private static Map<String, Long> partitions(Map<String, Facts.Queue> queues) {
        return queues.entrySet().stream()
                .filter(entry -> entry.getValue().partitions().isPresent())
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> entry.getValue().partitions().getAsLong()));
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
            return deleteLocked(id);
        } finally {
            lock.unlock();
        }
    }

    private Deleted deleteLocked(GraphId id) {
        Optional<List<String>> legacy = store.legacyKeys(id);
        if (legacy.isEmpty()) {
            return new Deleted.Failed("the stored documents cannot be read");
        }
        Optional<String> failure = store.delete(id, legacy.get());
        if (failure.isPresent()) {
            return new Deleted.Failed(failure.get());
        }
        boolean registered = registry.find(id).isPresent();
        if (registered) {
            swap.remove(id);
            LOG.info("graph_deleted", field("graph", id));
        }
        return new Deleted.Done(registered);
    }

    // sync of targets

    /// Runs several changes without anybody between them.
    public <T> T alone(java.util.function.Supplier<T> changes) {
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
            if (!(store.inventory() instanceof Inventory.Known known) || !known.complete()) {
                return List.of();
            }
            return Stream.concat(
                            known.graphs().keySet().stream(),
                            registry.all().stream().map(GraphRuntime::id))
                    .distinct()
                    .filter(id -> id.application().equals(application) && !kept.contains(id.graph()))
                    .filter(id -> oneNode(id, known))
                    .sorted()
                    .filter(id -> deleteLocked(id) instanceof Deleted.Done)
                    .map(GraphId::graph)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private boolean oneNode(GraphId id, Inventory.Known known) {
        boolean running = registry.find(id)
                .map(runtime -> runtime.plan().nodes().size() == 1)
                .orElse(true);
        boolean stored = Optional.ofNullable(known.graphs().get(id))
                .map(each -> each.document().nodes().size() == 1)
                .orElse(true);
        return running && stored;
    }

    // documents from the store

    /// Brings this replica to what is stored: at start, and every reconcile period (runtime, 13.1).
    public void reconcile() {
        lock.lock();
        try {
            switch (store.inventory()) {
                case Inventory.Unreadable(String text) -> LOG.warn("inventory_unreadable", field("error", text));
                case Inventory.Known known -> {
                    inventoryRead = true;
                    known.graphs().forEach(this::converge);
                    registry.all().stream()
                            .filter(runtime -> !known.graphs().containsKey(runtime.id()))
                            .forEach(runtime -> missing(runtime, known.complete()));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void converge(GraphId id, Inventory.Stored stored) {
        Optional<GraphRuntime> here = registry.find(id);
        if (here.isPresent() && here.get().running() && here.get().document().equals(stored.document())) {
            // seeing it in the store is proof, even if our own write had lost its answer
            here.get().stored(stored.version());
            return;
        }
        try {
            apply(id, stored);
        } catch (RuntimeException fault) {
            // one graph that fails must not stop the others
            LOG.error("graph_not_restored", fault, field("graph", id));
        }
    }

    private void apply(GraphId id, Inventory.Stored stored) {
        GraphDocument document = stored.document();
        Plan sketch = GraphCompiler.compile(document, options);
        Map<String, Facts.Queue> queues = provisioning.look(sketch);
        Plan plan = GraphCompiler.compile(document, options.withPartitions(partitions(queues)));
        List<Finding> problems = Validation.problems(document, plan, KnownFacts.of(registry, id, queues));
        Optional<Finding> fatal =
                problems.stream().filter(RuleTable::stopsStored).findFirst();
        if (fatal.isPresent()) {
            LOG.error("stored_graph_cannot_run", field("graph", id), field("problem", fatal.get()));
            return;
        }
        if (!problems.isEmpty()) {
            LOG.warn("stored_graph_breaks_rules", field("graph", id), field("problems", problems));
        }
        switch (swap.to(document, plan)) {
            case Swap.Running(GraphRuntime runtime) -> {
                runtime.stored(stored.version());
                LOG.info("graph_restored", field("graph", id), field("version", document.version()));
                if (!stored.migration().isEmpty()) {
                    storeMigrated(runtime, stored);
                }
            }
            case Swap.Failed(String text) -> LOG.error("graph_not_restored", field("graph", id), field("error", text));
        }
    }

    /// A document of an older form is written back in today's.
    private void storeMigrated(GraphRuntime runtime, Inventory.Stored stored) {
        switch (store.put(stored.document(), stored.version())) {
            case GraphStore.Stored.Done(long version) -> {
                runtime.stored(version);
                LOG.info("graph_migrated", field("graph", runtime.id()), field("notes", stored.migration()));
            }
            // another replica did the same
            case GraphStore.Stored.Lost lost -> {}
            case GraphStore.Stored.Failed(String text) ->
                LOG.warn("graph_not_migrated", field("graph", runtime.id()), field("error", text));
        }
    }

    /// Runs here and is not stored.
    private void missing(GraphRuntime runtime, boolean complete) {
        if (!complete) {
            return;
        }
        if (runtime.persisted()) {
            // a delete on another replica
            swap.remove(runtime.id());
            LOG.info("graph_removed", field("graph", runtime.id()));
        } else if (store.put(runtime.document(), 0) instanceof GraphStore.Stored.Done(long version)) {
            // a first save that failed; from here the two look alike, and a wrong delete cannot be undone
            runtime.stored(version);
            LOG.info("graph_saved", field("graph", runtime.id()));
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
