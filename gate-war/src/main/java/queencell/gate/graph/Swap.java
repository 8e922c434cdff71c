package queencell.gate.graph;

import static queencell.log.Field.field;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import queencell.gate.document.GraphDocument;
import queencell.gate.plan.Plan;
import queencell.gate.plan.StagePlan;
import queencell.gate.stage.Stage;
import queencell.gate.stage.StageTools;
import queencell.log.EventLog;

/// Puts one plan in the place of another (runtime, 11.4). Only the holder of the declare lock calls it.
///
/// Stages that stay the same go on. All that differ are stopped before the first new one starts: a new upstream stage
/// beside an old reader that does not yet check for foreign messages would forward a frame twice.
final class Swap {
    private static final EventLog LOG = EventLog.of("gate.graph");

    private final GraphRegistry registry;
    private final Provisioning provisioning;
    private final StageTools tools;
    private final ExecutorService workers;
    private final Duration stopLimit;

    sealed interface Outcome {}

    record Running(GraphRuntime runtime) implements Outcome {}

    /// @param text says what serves now
    record Failed(String text) implements Outcome {}

    Swap(GraphRegistry registry, Provisioning provisioning, StageTools tools, ExecutorService workers) {
        this.registry = registry;
        this.provisioning = provisioning;
        this.tools = tools;
        this.workers = workers;
        this.stopLimit = Duration.ofSeconds(tools.settings().pollTimeoutSeconds() + 2L);
    }

    Outcome to(GraphDocument document, Plan plan) {
        // before provisioning, and before anything runs: a new group of an interior queue starts here
        Instant now = tools.wall().instant();
        Optional<GraphRuntime> old = registry.find(new GraphId(document.application(), document.graph()));
        boolean ran = old.filter(GraphRuntime::running).isPresent();
        List<Stage> kept = new ArrayList<>();
        List<Stage> fresh = new ArrayList<>();
        List<Stage> all = new ArrayList<>();
        GraphId id = new GraphId(document.application(), document.graph());
        for (StagePlan wanted : plan.stages()) {
            Optional<Stage> same = old.filter(each -> ran).flatMap(runtime -> runtime.sameStage(plan, wanted));
            Stage stage = same.orElseGet(() -> new Stage(plan, wanted, tools, now, cause -> failed(id)));
            (same.isPresent() ? kept : fresh).add(stage);
            all.add(stage);
        }
        List<Stage> leaving = old.map(runtime -> leaving(runtime, kept)).orElse(List.of());
        end(leaving);
        Optional<String> failure = provisioning.provision(plan);
        if (failure.isPresent()) {
            return restored(old, ran, kept, leaving, failure.get());
        }
        var runtime = new GraphRuntime(document, plan, all, now);
        begin(runtime, fresh, old.filter(each -> ran));
        return new Running(runtime);
    }

    /// @param before what ran until now and shares stages with `runtime`; one of them that ended meanwhile has stopped
    ///     them all, and `runtime` must not look as if it were running
    private void begin(GraphRuntime runtime, List<Stage> fresh, Optional<GraphRuntime> before) {
        registry.put(runtime);
        fresh.forEach(stage -> stage.start(workers));
        before.filter(each -> !each.running()).ifPresent(each -> runtime.stop());
    }

    private static List<Stage> leaving(GraphRuntime runtime, List<Stage> kept) {
        Set<Stage> staying = new HashSet<>(kept);
        return runtime.stages().stream()
                .filter(stage -> !staying.contains(stage))
                .toList();
    }

    private void end(List<Stage> stages) {
        stages.forEach(Stage::stop);
        long until = System.nanoTime() + stopLimit.toNanos();
        stages.forEach(stage -> stage.awaitEnd(Duration.ofNanos(Math.max(0, until - System.nanoTime()))));
    }

    /// The old document again, or nothing: a graph that serves nothing is not registered, so that pushes are refused
    /// instead of piling up where no stage reads.
    private Outcome restored(Optional<GraphRuntime> old, boolean ran, List<Stage> kept, List<Stage> ended, String why) {
        if (old.isEmpty()) {
            return new Failed(
                    "provisioning failed: %s; nothing served before it, so the graph is unregistered".formatted(why));
        }
        GraphRuntime before = old.get();
        Optional<String> failure = provisioning.provision(before.plan());
        if (failure.isPresent()) {
            end(kept);
            registry.remove(before.id());
            LOG.error("graph_unregistered", field("graph", before.id()), field("error", failure.get()));
            return new Failed(
                    "provisioning failed: %s; version %d could not be started again either (%s), so the graph is unregistered until a reconcile pass brings the stored document back"
                            .formatted(why, before.plan().version(), failure.get()));
        }
        List<Stage> stages = new ArrayList<>();
        for (Stage stage : before.stages()) {
            if (ended.contains(stage)) {
                Stage restarted =
                        new Stage(before.plan(), stage.plan(), tools, stage.startedAt(), cause -> failed(before.id()));
                stages.add(restarted);
            } else {
                stages.add(stage);
            }
        }
        var again = new GraphRuntime(before.document(), before.plan(), stages, before.startedAt());
        if (before.persisted()) {
            again.stored(before.storedVersion());
        }
        begin(
                again,
                stages.stream().filter(stage -> !kept.contains(stage)).toList(),
                Optional.of(before).filter(each -> ran));
        return new Failed("provisioning failed: %s; still serving version %d"
                .formatted(why, before.plan().version()));
    }

    void remove(GraphId id) {
        registry.find(id).ifPresent(runtime -> {
            runtime.stop();
            runtime.awaitEnd(stopLimit);
            registry.remove(id);
        });
    }

    /// A stage ended by itself: the graph is closed, visibly, until reconcile starts it again (runtime, 9.6). Where a
    /// swap replaced the runtime meanwhile, the new one may share that stage.
    private void failed(GraphId id) {
        Optional<GraphRuntime> closed;
        do {
            closed = registry.find(id);
            closed.ifPresent(GraphRuntime::stop);
        } while (!registry.find(id).equals(closed));
    }
}
