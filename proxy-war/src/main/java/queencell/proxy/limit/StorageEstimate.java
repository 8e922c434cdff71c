package queencell.proxy.limit;

import java.util.OptionalLong;

/// What a cluster is thought to retain (pipeline, 7.11): the broker's last figure and what was accepted since.
///
/// @param measuredBytes as the broker reports; -1 before its first report
/// @param inFlightBytes payload bytes accepted since `measuredBytes` last changed
public record StorageEstimate(long measuredBytes, long inFlightBytes) {
    private static final int RELEASE_PERCENT = 90;

    public static final StorageEstimate UNKNOWN = new StorageEstimate(-1, 0);

    /// After a report. The same figure means that the broker has not counted again, so that nothing is settled by it;
    /// nor by a first report of nothing, which is what a broker says of new queues until it counts them (8).
    public StorageEstimate published(long totalBytes) {
        if (totalBytes == measuredBytes) {
            return this;
        }
        boolean isUncounted = measuredBytes < 0 && totalBytes == 0;
        return new StorageEstimate(totalBytes, isUncounted ? inFlightBytes : 0);
    }

    /// After a batch passed every cap.
    public StorageEstimate accepted(long payloadBytes) {
        return new StorageEstimate(measuredBytes, saturatingSum(inFlightBytes, payloadBytes));
    }

    /// Gives back what turned out not to be stored; never below 0, since a report may have settled it already (A10).
    public StorageEstimate settled(long payloadBytes) {
        return new StorageEstimate(measuredBytes, Math.max(0, inFlightBytes - payloadBytes));
    }

    /// Whether the estimate has reached the cap: exactly one batch may cross it, the one that is at hand.
    public boolean reaches(OptionalLong capBytes) {
        return capBytes.isPresent() && saturatingSum(Math.max(0, measuredBytes), inFlightBytes) >= capBytes.getAsLong();
    }

    /// The verdict on a measured total: blocked above the cap, released at nine tenths of it or when there is none
    /// (A8). The band between keeps a cluster from flapping.
    public static boolean isOver(boolean wasOver, long totalBytes, OptionalLong capBytes) {
        if (capBytes.isEmpty()) {
            return false;
        }
        long cap = capBytes.getAsLong();
        return totalBytes > (wasOver ? ninetyPercentOf(cap) : cap);
    }

    private static long ninetyPercentOf(long cap) {
        // in two parts: cap * 90 does not fit
        return cap / 100 * RELEASE_PERCENT + cap % 100 * RELEASE_PERCENT / 100;
    }

    private static long saturatingSum(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
