package queencell.gate.stage;

/// One counter that an item spends (runtime, 5).
///
/// @param key resolved, scope value included
/// @param ceiling of the stage's path on it
/// @param scoped whether it counts one scope value only
record Touch(String key, long ceiling, long windowSeconds, String budgetId, boolean scoped) {}
