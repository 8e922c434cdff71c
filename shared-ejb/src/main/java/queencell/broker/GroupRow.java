package queencell.broker;

/// One consumer group on one queue (wire, 13).
///
/// @param maxTimeLagSeconds `maxTimeLag`
/// @param state `Lagging`, `Stable` or `Dead`
public record GroupRow(
        String name, String queue, int partitionsWithLag, long totalLag, long maxTimeLagSeconds, String state) {}
