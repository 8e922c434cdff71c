package queencell.gate.legacy;

/// Numbers of v1 as numbers of a document (document, 12.3 to 12.5). Total: any v1 number gives one.
final class LegacyArithmetic {

    private static final long MOST_PARTS = 3600;

    private LegacyArithmetic() {}

    static long count(double cap) {
        return Math.max(1, (long) Math.floor(cap));
    }

    static boolean periodIsClamped(long periodSeconds) {
        return periodSeconds > Long.MAX_VALUE / 1000;
    }

    static long timeMs(long periodSeconds) {
        return periodIsClamped(periodSeconds) ? Long.MAX_VALUE : Math.max(1, periodSeconds) * 1000;
    }

    static long costDefault(double byDefault) {
        return Math.max(1, (long) Math.ceil(byDefault));
    }

    static long costMax(double byDefault, double max) {
        return Math.max(costDefault(byDefault), (long) Math.ceil(max));
    }

    /// As many sub-windows as divide the period evenly and let the dearest item through.
    static long rollingParts(long count, long timeMs, double costMax) {
        long seconds = Math.max(1, timeMs / 1000);
        long itemMax = Math.max(1, (long) Math.ceil(costMax));
        long limit = Math.min(Math.min(Math.clamp(count, 1, MOST_PARTS), Math.max(1, count / itemMax)), seconds);
        long parts = limit;
        while (seconds % parts != 0) {
            parts--;
        }
        return parts;
    }

    /// The share of a path that was a lane after the first.
    static double share(LegacyLane lane, LegacyNode node) {
        return switch (lane.cap()) {
            case LegacyLane.Cap.Ceiling whole -> 1.0;
            case LegacyLane.Cap.Share part -> Math.clamp(part.fraction(), 0.01, 1.0);
            case LegacyLane.Cap.Absolute rate -> {
                double slowest = node.slowestPerSecond().orElse(0);
                yield slowest <= 0 ? 1.0 : Math.clamp(rate.perSecond() / slowest, 0.01, 1.0);
            }
            case LegacyLane.Cap.CeilingMinusMeasured measured -> {
                double left = Math.clamp(1 - Math.clamp(lane.floor(), 0.0, 1.0), 0.05, 1.0);
                yield Math.clamp(Math.round(left * 20) / 20.0, 0.05, 1.0);
            }
        };
    }
}
