package queencell.gate.stage;

import static queencell.log.Field.field;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import queencell.broker.Message;
import queencell.gate.plan.StagePlan;
import queencell.log.EventLog;

/// Messages that a stage with an interior queue of its own finds there although they name another path.
///
/// A path that was removed left them, and then they have to go on (runtime, 24.3). Or another replica was told of a
/// path that this one has not heard of: then they are that path's work, and to forward them would double them. So the
/// stage looks into the store before it touches one, and that look counts for what was there when it was
/// asked for: a path that is added again is at work before this replica hears of it. Thread-safe.
final class Strangers {
    /// How far apart the broker's times of messages and our reading of its clock may lie.
    private static final Duration CLOCKS_APART = Duration.ofSeconds(1);

    private static final EventLog LOG = EventLog.of("gate.stage");

    private final String graph;
    private final StagePlan stage;
    private final StageNames names;
    private final StoreChecks checks;
    private final StopSignal stop;
    private final InstantSource brokerClock;
    /// By path, until when messages of it are known to have been left behind.
    private final ConcurrentMap<String, Instant> leftBehind = new ConcurrentHashMap<>();

    /// @param graph `application/graph`
    Strangers(
            String graph,
            StagePlan stage,
            StageNames names,
            StoreChecks checks,
            StopSignal stop,
            InstantSource brokerClock) {
        this.graph = graph;
        this.stage = stage;
        this.names = names;
        this.checks = checks;
        this.stop = stop;
        this.brokerClock = brokerClock;
    }

    /// @return false when the stage stopped meanwhile, and the claim belongs to the stage that comes after
    ///     it, or when the store told nothing for a minute; it is to be given back then
    boolean mayGoOn(List<Holding> holdings) {
        if (stage.checksForeign() || !stage.sourceIsInterior()) {
            return true;
        }
        Instant before = brokerClock.instant().minus(CLOCKS_APART);
        boolean looked = false;
        for (Holding holding : holdings) {
            for (Item item : holding.front()) {
                if (item instanceof Item.Work work && work.payload().namesOtherPath(stage.path())) {
                    String path = work.payload().stampedPath().orElseThrow();
                    if (!looked && !isLeftBehind(path, work.message())) {
                        if (!checks.await(graph, stop)) {
                            tellUnsure(path);
                            return false;
                        }
                        looked = true;
                    }
                    if (looked) {
                        drains(path, before);
                    }
                }
            }
        }
        return true;
    }

    private void tellUnsure(String path) {
        if (!stop.given()) {
            LOG.warn(
                    "unknown_path_waits",
                    field("stage", names.stage()),
                    field("path", path),
                    field("why", "the stored graph cannot be read, or is not what runs here: see GET /readyz"));
        }
    }

    private boolean isLeftBehind(String path, Message message) {
        Instant until = leftBehind.get(path);
        return until != null
                && message.createdAt()
                        .map(OffsetDateTime::toInstant)
                        .filter(created -> !created.isAfter(until))
                        .isPresent();
    }

    private void drains(String path, Instant before) {
        Instant known = leftBehind.put(path, before);
        if (known == null) {
            LOG.info("removed_path_drained", field("stage", names.stage()), field("path", path));
        }
    }
}
