package queencell.gate.stage;

import static queencell.log.Field.field;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import queencell.gate.plan.StagePlan;
import queencell.log.EventLog;

/// Messages that a stage with an interior queue of its own finds there although they name another path.
///
/// A path that was removed left them, and then they have to go on (runtime, 24.3). Or another replica was told of a
/// path that this one has not heard of: then they are that path's work, and to forward them would double them. So the
/// stage looks into the store before it touches the first one of a path. Thread-safe.
final class Strangers {
    private static final EventLog LOG = EventLog.of("gate.stage");

    private final String graph;
    private final StagePlan stage;
    private final StageNames names;
    private final StoreChecks checks;
    private final StopSignal stop;
    private final Set<String> leftBehind = ConcurrentHashMap.newKeySet();

    /// @param graph `application/graph`
    Strangers(String graph, StagePlan stage, StageNames names, StoreChecks checks, StopSignal stop) {
        this.graph = graph;
        this.stage = stage;
        this.names = names;
        this.checks = checks;
        this.stop = stop;
    }

    /// @return false when the stage stopped meanwhile; the claim then belongs to the stage that comes after it
    boolean mayGoOn(List<Holding> holdings) {
        if (stage.checksForeign() || !stage.sourceIsInterior()) {
            return true;
        }
        for (Holding holding : holdings) {
            for (Item item : holding.front()) {
                if (item instanceof Item.Work work
                        && work.payload().namesOtherPath(stage.path())
                        && !known(work.payload().stampedPath().orElseThrow())) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean known(String path) {
        if (leftBehind.contains(path)) {
            return true;
        }
        if (!checks.await(graph, stop)) {
            return false;
        }
        leftBehind.add(path);
        LOG.info("removed_path_drained", field("stage", names.stage()), field("path", path));
        return true;
    }
}
