package queencell.gate.api;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import queencell.gate.graph.GraphId;

/// Tells a backlog that grows from one that merely is (runtime, 17.4): two increases in a row between reads, held for
/// 15 s, ended at once by a fall. Reads within 4 s of each other count as one, so that several consoles see what one
/// would (console, 3.1). Thread-safe.
final class Saturation {
    private static final long HELD_NANOS = Duration.ofSeconds(15).toNanos();
    private static final long SAMPLE_NANOS = Duration.ofSeconds(4).toNanos();
    private static final int MOST = 10_000;

    private final LongSupplier nanoClock;
    private final Map<GraphId, Trend> trends = new ConcurrentHashMap<>();

    /// @param backlog when it was last sampled
    private record Trend(long backlog, int increases, boolean saturating, long sinceNanos, long sampledNanos) {
        boolean held(long now) {
            return saturating && now - sinceNanos < HELD_NANOS;
        }
    }

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

    /// Forgets graphs that are gone: one that comes later under the same name begins anew.
    void keep(Predicate<GraphId> known) {
        trends.keySet().removeIf(known.negate());
    }

    private static Trend next(Trend before, long backlog, long now) {
        if (before == null || backlog == 0 || backlog < before.backlog()) {
            return new Trend(backlog, 0, false, now, now);
        }
        if (now - before.sampledNanos() < SAMPLE_NANOS) {
            return new Trend(
                    before.backlog(), before.increases(), before.held(now), before.sinceNanos(), before.sampledNanos());
        }
        int increases = backlog > before.backlog() ? before.increases() + 1 : 0;
        if (increases >= 2) {
            return new Trend(backlog, increases, true, now, now);
        }
        return new Trend(backlog, increases, before.held(now), before.sinceNanos(), now);
    }
}
