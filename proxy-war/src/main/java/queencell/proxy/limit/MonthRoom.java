package queencell.proxy.limit;

/// Whether the month has room for what a request is about to push.
public sealed interface MonthRoom {

    /// Whoever is given it releases it, whatever happens.
    record Kept(MonthHold hold) implements MonthRoom {}

    /// @param usedUp whether the quota is reached; else requests under way may need all that is left
    record Refused(long quota, boolean usedUp) implements MonthRoom {}
}
