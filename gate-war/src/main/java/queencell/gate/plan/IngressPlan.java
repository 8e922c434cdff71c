package queencell.gate.plan;

import java.util.OptionalLong;
import queencell.gate.document.Ingress;

/// The door of an entry node (document, 1.6).
///
/// @param ownedByGate whether Gate configures the queue; the application's own is never touched
/// @param httpPush whether items may be pushed over HTTP
/// @param shed whether the HTTP door answers 429 at the ceiling; never in Watch
/// @param declaredPartitions as declared, not as observed
public record IngressPlan(
        String queue, boolean ownedByGate, boolean httpPush, boolean shed, OptionalLong declaredPartitions) {

    /// How many partition names the HTTP door rotates over when the caller names none.
    public long partitions() {
        return declaredPartitions.orElse(Ingress.DEFAULT_PARTITIONS);
    }
}
