package queencell.gate.counter;

/// What one claim spends on one counter (runtime, 5).
///
/// @param key of the counter; distinct within one call
/// @param delta cost units, at least 1
/// @param ceiling the most the counter may read afterwards
/// @param windowSeconds life of the counter when this charge creates it, at least 1
/// @param budgetId the budget that touched the key first; for people
/// @param scoped whether the counter counts one scope value only
public record Charge(String key, long delta, long ceiling, long windowSeconds, String budgetId, boolean scoped) {

    public Charge {
        windowSeconds = Math.max(1, windowSeconds);
    }
}
