package queencell.gate.graph;

import static queencell.log.Field.field;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Watch;
import queencell.gate.plan.CompileOptions;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.Plan;
import queencell.gate.plan.PlanDiff;
import queencell.gate.rule.Facts;
import queencell.gate.rule.Validation;
import queencell.gate.stage.StageTools;
import queencell.log.EventLog;

/// The steps of a caller's declaration, in order (runtime, 12). Only the holder of the declare lock calls it.
final class DeclareSteps {
    private static final EventLog LOG = EventLog.of("gate.graph");

    private final GraphStore store;
    private final GraphRegistry registry;
    private final Swap swap;
    private final Provisioning provisioning;
    private final CompileOptions options;
    private final StageTools tools;
    private final boolean history;

    /// @param history whether durable history is there, which Watch needs
    DeclareSteps(
            GraphStore store,
            GraphRegistry registry,
            Swap swap,
            Provisioning provisioning,
            CompileOptions options,
            StageTools tools,
            boolean history) {
        this.store = store;
        this.registry = registry;
        this.swap = swap;
        this.provisioning = provisioning;
        this.options = options;
        this.tools = tools;
        this.history = history;
    }

    Declared declare(Declaration declaration) {
        GraphId id = new GraphId(
                declaration.document().application(), declaration.document().graph());
        // asked for before it is needed: the caller waits for the slowest of three answers, not for all. A condition
        // may end it at the first one, and then nobody needs the others; nor does an unfit document, which may be too
        // big to be compiled and asked about
        boolean conditional = !declaration.condition().equals(Declaration.Condition.ANY);
        boolean fit = Validation.unfit(declaration.document()).isEmpty();
        Optional<Surroundings> early =
                conditional || !fit ? Optional.empty() : Optional.of(surroundings(declaration.document()));
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
            document = watching(document, before.map(Inventory.Stored::document), running);
        }
        List<Finding> unfit = Validation.unfit(document);
        if (!unfit.isEmpty()) {
            return refused(new Validation.Refused(unfit));
        }
        Surroundings surroundings = early.orElseGet(() -> surroundings(declaration.document()));
        Map<String, Facts.Queue> queues = surroundings.queues().join();
        CompileOptions observed = options.withPartitions(KnownFacts.partitions(queues));
        Facts facts = KnownFacts.of(registry, id, queues);
        Validation.Accepted accepted;
        switch (Validation.check(document, observed, facts)) {
            case Validation.Accepted fine -> accepted = fine;
            case Validation.Refused refused -> {
                return refused(refused);
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
        Optional<Declared> owned = Ownership.refusal(surroundings.inventory().join(), id, accepted.plan(), options);
        if (owned.isPresent()) {
            return owned.get();
        }
        if (declaration.dryRun()) {
            return new Declared.Accepted(accepted.plan(), accepted.warnings(), 0, changes, diff.needsBump());
        }
        return start(
                id, document, accepted, before.map(Inventory.Stored::version).orElse(0L), changes, diff.needsBump());
    }

    private static Declared refused(Validation.Refused refused) {
        return new Declared.Refused(Declared.Reason.INVALID_DOCUMENT, refused.error(), refused.problems());
    }

    /// What a document is checked against besides its predecessor, while it is being read.
    private record Surroundings(
            CompletableFuture<Inventory> inventory, CompletableFuture<Map<String, Facts.Queue>> queues) {}

    private Surroundings surroundings(GraphDocument document) {
        return new Surroundings(
                CompletableFuture.supplyAsync(store::inventory, Thread::startVirtualThread),
                CompletableFuture.supplyAsync(
                        () -> provisioning.look(GraphCompiler.compile(document, options)), Thread::startVirtualThread));
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

    /// The start of a watch is the server's: kept from the stored document or else from the running one where that
    /// watches, otherwise now.
    private GraphDocument watching(
            GraphDocument document, Optional<GraphDocument> before, Optional<GraphDocument> running) {
        OptionalLong since = before.flatMap(GraphDocument::watch)
                .or(() -> running.flatMap(GraphDocument::watch))
                .map(Watch::startedAt)
                .orElse(OptionalLong.empty());
        Watch declared = document.watch().orElseThrow();
        GraphDocument started = document.withWatch(new Watch(
                declared.durationSeconds(),
                OptionalLong.of(since.orElseGet(() -> tools.wall().millis()))));
        return started.countersWindowSeconds().isPresent()
                ? started
                : started.withCounters(GraphCompiler.ROLLUP_SECONDS);
    }
}
