package queencell.proxy.limit;

import java.util.Optional;

/// The answer to a long-poll that asked for a slot (pipeline, 7.10).
public sealed interface Parking {
    /// Which gauge was at its cap.
    enum Cap {
        /// `max_parked_pops` of the cluster.
        CLUSTER,
        /// `QUEEN_PROXY_CELL_MAX_PARKED`.
        CELL
    }

    /// @param wouldRefuse in shadow mode only: what an enforced cap would have answered
    record Granted(ParkedSlots.Slot slot, Optional<Refused> wouldRefuse) implements Parking {}

    /// 429 `rate_limited`, `Retry-After: 5`; no gauge was touched.
    ///
    /// @param max the value of the cap
    record Refused(Cap cap, long max) implements Parking {}
}
