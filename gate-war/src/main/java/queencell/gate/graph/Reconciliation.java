package queencell.gate.graph;

import static queencell.log.Field.field;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.plan.CompileOptions;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.Plan;
import queencell.gate.rule.Facts;
import queencell.gate.rule.RuleTable;
import queencell.gate.rule.Validation;
import queencell.log.EventLog;

/// Brings this replica to what is stored (runtime, 13.1). Only the holder of the declare lock calls it.
final class Reconciliation {
    private static final EventLog LOG = EventLog.of("gate.graph");

    private final GraphStore store;
    private final GraphRegistry registry;
    private final Swap swap;
    private final Provisioning provisioning;
    private final CompileOptions options;

    Reconciliation(
            GraphStore store, GraphRegistry registry, Swap swap, Provisioning provisioning, CompileOptions options) {
        this.store = store;
        this.registry = registry;
        this.swap = swap;
        this.provisioning = provisioning;
        this.options = options;
    }

    /// What a pass brought.
    ///
    /// @param read whether the store could be read
    /// @param confirmed graphs that were read and run here just so, as `application/graph`
    record Pass(boolean read, Set<String> confirmed) {
        Pass {
            confirmed = Set.copyOf(confirmed);
        }
    }

    Pass pass() {
        switch (store.inventory()) {
            case Inventory.Unreadable(String text) -> {
                LOG.warn("inventory_unreadable", field("error", text));
                return new Pass(false, Set.of());
            }
            case Inventory.Known known -> {
                known.graphs().forEach(this::converge);
                registry.all().stream()
                        .filter(runtime -> !known.graphs().containsKey(runtime.id()))
                        .forEach(runtime -> missing(runtime, known.complete()));
                return new Pass(true, confirmed(known));
            }
        }
    }

    /// A row that could not be read may hold another document of its graph, so only what was read proves anything.
    private Set<String> confirmed(Inventory.Known known) {
        return registry.all().stream()
                .filter(GraphRuntime::running)
                .filter(runtime -> Optional.ofNullable(known.graphs().get(runtime.id()))
                        .filter(stored -> stored.document().equals(runtime.document()))
                        .isPresent())
                .map(runtime -> runtime.id().toString())
                .collect(Collectors.toUnmodifiableSet());
    }

    private void converge(GraphId id, Inventory.Stored stored) {
        Optional<GraphRuntime> here = registry.find(id);
        if (here.isPresent() && here.get().running() && here.get().document().equals(stored.document())) {
            // seeing it in the store is proof, even if our own write had lost its answer
            here.get().stored(stored.version());
            if (!stored.migration().isEmpty()) {
                // it was not written back when it was restored
                storeMigrated(here.get(), stored);
            }
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
        // a name that stops it may be one that must not be compiled either
        if (stopped(id, Validation.unfit(document))) {
            return;
        }
        Plan sketch = GraphCompiler.compile(document, options);
        Map<String, Facts.Queue> queues = provisioning.look(sketch);
        Plan plan = GraphCompiler.compile(document, options.withPartitions(KnownFacts.partitions(queues)));
        List<Finding> problems = Validation.problems(document, plan, KnownFacts.of(registry, id, queues));
        if (stopped(id, problems)) {
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

    private static boolean stopped(GraphId id, List<Finding> problems) {
        Optional<Finding> fatal =
                problems.stream().filter(RuleTable::stopsStored).findFirst();
        fatal.ifPresent(problem -> LOG.error("stored_graph_cannot_run", field("graph", id), field("problem", problem)));
        return fatal.isPresent();
    }

    /// A document of an older form is written back in today's.
    private void storeMigrated(GraphRuntime runtime, Inventory.Stored stored) {
        switch (store.putMigrated(stored)) {
            case GraphStore.Stored.Done(long version) -> {
                runtime.stored(version);
                LOG.info("graph_migrated", field("graph", runtime.id()), field("notes", stored.migration()));
            }
            // another replica did the same, or somebody deleted it: the next pass follows
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
}
