package queencell.gate.graph;

import static queencell.log.Field.field;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.broker.Expiry;
import queencell.broker.KvAnswer;
import queencell.broker.KvOp;
import queencell.broker.KvResult;
import queencell.broker.KvRow;
import queencell.broker.RawJson;
import queencell.gate.counter.KvCall;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.StoredForm;
import queencell.gate.plan.Names;
import queencell.log.EventLog;

/// The documents in the broker's key/value store (runtime, 13). Blocking; any thread.
public final class GraphStore {
    private static final EventLog LOG = EventLog.of("gate.graph");
    private static final String GRAPHS = "graph:";
    private static final String TARGETS = "spec:";
    /// A call takes 1024 keys, and both prefixes are read by one.
    private static final int PAGE = 512;

    private final KvCall kv;

    public GraphStore(KvCall kv) {
        this.kv = kv;
    }

    /// One stored document as it is before a change.
    public sealed interface Predecessor {
        record Found(Inventory.Stored stored) implements Predecessor {}

        record None() implements Predecessor {}

        record Unreadable(String text) implements Predecessor {}
    }

    /// Outcome of a write.
    public sealed interface Stored {
        /// @param version of the key, for the next conditional write
        record Done(long version) implements Stored {}

        /// Somebody else has written since the predecessor was read.
        record Lost() implements Stored {}

        record Failed(String text) implements Stored {}
    }

    /// All documents: one call, and one more for each further page.
    public Inventory inventory() {
        var reading = new InventoryReading();
        String afterGraph = "";
        String afterTarget = "";
        boolean graphs = true;
        boolean targets = true;
        while (graphs || targets) {
            var operations = new ArrayList<KvOp>(2);
            if (graphs) {
                operations.add(new KvOp.GetPrefix(GRAPHS, afterGraph, PAGE, false));
            }
            if (targets) {
                operations.add(new KvOp.GetPrefix(TARGETS, afterTarget, PAGE, false));
            }
            switch (kv.ask(operations)) {
                case KvAnswer.Done done -> {
                    int next = 0;
                    if (graphs) {
                        afterGraph = reading.graphs(done.results().get(next++));
                        graphs = !afterGraph.isEmpty();
                    }
                    if (targets) {
                        afterTarget = reading.targets(done.results().get(next));
                        targets = !afterTarget.isEmpty();
                    }
                }
                case KvAnswer.PreconditionLost lost -> {
                    return new Inventory.Unreadable("the broker refused a read: " + lost.reason());
                }
                case KvAnswer.Failed failed -> {
                    return new Inventory.Unreadable(failed.failure().text());
                }
            }
        }
        return reading.inventory();
    }

    /// The document that a declaration would replace.
    public Predecessor predecessor(GraphId id) {
        String key = Names.documentKey(id.application(), id.graph());
        String legacy = Names.legacyTargetKey(id.application(), id.graph());
        if (!Names.isKey(key)) {
            // the broker would refuse the question, and the name is refused by its own rule
            return new Predecessor.None();
        }
        return switch (kv.ask(List.of(new KvOp.Get(key), new KvOp.Get(legacy)))) {
            case KvAnswer.Done done -> predecessor(id, done.results());
            case KvAnswer.PreconditionLost lost -> new Predecessor.Unreadable(lost.reason());
            case KvAnswer.Failed failed ->
                new Predecessor.Unreadable(failed.failure().text());
        };
    }

    private static Predecessor predecessor(GraphId id, List<KvResult> results) {
        if (results.getFirst() instanceof KvResult.Found(KvRow row)) {
            return StoredRows.graph(id, row)
                    .<Predecessor>map(Predecessor.Found::new)
                    .orElseGet(() -> new Predecessor.Unreadable(
                            "the stored document of %s cannot be read by this version of Gate".formatted(id)));
        }
        if (results.getLast() instanceof KvResult.Found(KvRow row)) {
            return StoredRows.target(id.application(), row)
                    .<Predecessor>map(Predecessor.Found::new)
                    .orElseGet(() -> new Predecessor.Unreadable(
                            "the stored v1 target of %s cannot be read by this version of Gate".formatted(id)));
        }
        return new Predecessor.None();
    }

    /// Writes a document if nobody has written it since `version` was read; 0 for one that was not there.
    public Stored put(GraphDocument document, long version) {
        return written(List.of(write(document, version)));
    }

    /// Writes what was mapped from a v1 document in today's form, if it still is what was read.
    ///
    /// A v1 target stays where it is. The same call writes it back as it was: deleted meanwhile, it refuses the
    /// call, or the graph would come back to life under its new key.
    public Stored putMigrated(Inventory.Stored migrated) {
        var operations = new ArrayList<KvOp>(2);
        operations.add(write(migrated.document(), migrated.version()));
        migrated.legacy()
                .ifPresent(row -> operations.add(KvOp.Put.of(row.key(), row.value(), Expiry.FOREVER)
                        .expect(row.version())
                        .required(true)));
        return written(operations);
    }

    private static KvOp.Put write(GraphDocument document, long version) {
        String key = Names.documentKey(document.application(), document.graph());
        return KvOp.Put.of(key, RawJson.of(StoredForm.bytes(document)), Expiry.FOREVER)
                .expect(version)
                .required(true);
    }

    private Stored written(List<KvOp> operations) {
        return switch (kv.ask(operations)) {
            case KvAnswer.Done done ->
                done.results().getFirst() instanceof KvResult.Written written
                        ? new Stored.Done(written.version())
                        : new Stored.Lost();
            case KvAnswer.PreconditionLost lost -> new Stored.Lost();
            case KvAnswer.Failed failed -> new Stored.Failed(failed.failure().text());
        };
    }

    /// Removes the document, and every legacy row that would bring the graph back.
    ///
    /// @return why it could not be removed
    public Optional<String> delete(GraphId id, List<String> legacyKeys) {
        var operations = new ArrayList<KvOp>();
        String document = Names.documentKey(id.application(), id.graph());
        if (Names.isKey(document)) {
            operations.add(KvOp.Delete.of(document));
        }
        legacyKeys.forEach(key -> operations.add(KvOp.Delete.of(key)));
        if (operations.isEmpty()) {
            // a name that no key can have is stored nowhere
            return Optional.empty();
        }
        return switch (kv.ask(operations)) {
            case KvAnswer.Done done -> Optional.empty();
            case KvAnswer.PreconditionLost lost -> Optional.of(lost.reason());
            case KvAnswer.Failed failed -> Optional.of(failed.failure().text());
        };
    }

    /// Keys of v1 targets of the application that migrate to this graph; a dotted name counts by its last segment.
    public Optional<List<String>> legacyKeys(GraphId id) {
        var keys = new ArrayList<String>();
        String prefix = Names.legacyTargetKey(id.application(), "");
        if (!Names.isKey(prefix)) {
            return Optional.of(keys);
        }
        String after = "";
        do {
            switch (kv.ask(List.of(new KvOp.GetPrefix(prefix, after, PAGE, true)))) {
                case KvAnswer.Done done
                when done.results().getFirst() instanceof KvResult.Rows rows -> {
                    rows.rows().stream()
                            .map(KvRow::key)
                            .filter(key -> StoredRows.graphOfTarget(key.substring(prefix.length()))
                                    .equals(id.graph()))
                            .forEach(keys::add);
                    after = rows.truncated() ? rows.nextAfter() : "";
                }
                case KvAnswer other -> {
                    return Optional.empty();
                }
            }
        } while (!after.isEmpty());
        return Optional.of(keys);
    }

    /// Collects the pages of one inventory. One thread.
    private static final class InventoryReading {
        private final Map<GraphId, Inventory.Stored> graphs = new HashMap<>();
        private final Map<GraphId, Inventory.Stored> migrated = new HashMap<>();
        private boolean complete = true;

        String graphs(KvResult page) {
            return page(page, row -> {
                String[] parts = row.key().split(":", 3);
                Optional<Inventory.Stored> stored =
                        parts.length == 3 ? StoredRows.graph(new GraphId(parts[1], parts[2]), row) : Optional.empty();
                add(row, stored, graphs);
            });
        }

        String targets(KvResult page) {
            return page(page, row -> {
                String[] parts = row.key().split(":", 3);
                Optional<Inventory.Stored> stored =
                        parts.length == 3 ? StoredRows.target(parts[1], row) : Optional.empty();
                add(row, stored, migrated);
            });
        }

        private void add(KvRow row, Optional<Inventory.Stored> stored, Map<GraphId, Inventory.Stored> into) {
            if (stored.isEmpty()) {
                complete = false;
                LOG.warn("stored_document_unreadable", field("key", row.key()));
                return;
            }
            GraphDocument document = stored.get().document();
            into.put(new GraphId(document.application(), document.graph()), stored.get());
        }

        private String page(KvResult page, java.util.function.Consumer<KvRow> each) {
            if (!(page instanceof KvResult.Rows rows)) {
                complete = false;
                return "";
            }
            rows.rows().forEach(each);
            if (rows.truncated() && rows.nextAfter().isEmpty()) {
                complete = false;
            }
            return rows.truncated() ? rows.nextAfter() : "";
        }

        /// A target whose graph is stored as a graph too is history.
        Inventory inventory() {
            migrated.forEach(graphs::putIfAbsent);
            return new Inventory.Known(graphs, complete);
        }
    }
}
