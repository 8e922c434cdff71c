package queencell.gate.graph;

import static queencell.log.Field.field;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import queencell.gate.graph.Supervisor.Deleted;
import queencell.log.EventLog;

/// Removes graphs, stored or running (runtime, 12.1 and 12.2). Only the holder of the declare lock calls it.
final class Removal {
    private static final EventLog LOG = EventLog.of("gate.graph");

    private final GraphStore store;
    private final GraphRegistry registry;
    private final Swap swap;

    Removal(GraphStore store, GraphRegistry registry, Swap swap) {
        this.store = store;
        this.registry = registry;
        this.swap = swap;
    }

    Deleted delete(GraphId id) {
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

    /// As [Supervisor#removeOtherTargets].
    List<String> otherTargets(String application, List<String> kept) {
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
                .filter(id -> delete(id) instanceof Deleted.Done)
                .map(GraphId::graph)
                .toList();
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
}
