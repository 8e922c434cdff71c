package queencell.proxy.meter;

import java.time.Duration;

/// Where usage ends up. A batch may be written any number of times and counts once (control plane, 11.4).
interface UsageStore {

    /// Writes the batch, or finds that it is written already. Blocks.
    ///
    /// @param patience after which the database gives up
    /// @throws RuntimeException when it is not written, or nobody knows whether it is
    Written write(UsageBatch batch, Duration patience);

    /// @param applied false when this batch id was written before
    /// @param dropped lines of clusters that are gone
    record Written(boolean applied, int stored, int dropped) {}
}
