package queencell.gate.api;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import queencell.gate.graph.GraphId;

/// Tells a backlog that grows from one that merely is (runtime, 17.4): two increases in a row between reads, held for
/// 15 s, ended at once by a fall. Thread-safe.
final class Saturation {
    private static final long HELD_NANOS = Duration.ofSeconds(15).toNanos();
    private static final int MOST = 10_000;

    private final LongSupplier nanoClock;
    private final Map<GraphId, Trend> trends = new ConcurrentHashMap<>();

    private record Trend(long backlog, int increases, boolean saturating, long sinceNanos) {}

    Saturation(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    boolean saturating(GraphId id, long backlog) {
        if (trends.size() > MOST) {
            trends.clear();
        }
        long now = nanoClock.getAsLong();
        return trends.compute(id, (same, before) -> next(before, backlog, now)).saturating();
    }

    private static Trend next(Trend before, long backlog, long now) {
        if (before == null || backlog == 0 || backlog < before.backlog()) {
            return new Trend(backlog, 0, false, now);
        }
        int increases = backlog > before.backlog() ? before.increases() + 1 : 0;
        if (increases >= 2) {
            return new Trend(backlog, increases, true, now);
        }
        boolean held = before.saturating() && now - before.sinceNanos() < HELD_NANOS;
        return new Trend(backlog, increases, held, before.sinceNanos());
    }
}
