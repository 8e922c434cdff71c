package queencell.gate.document;

import java.util.Optional;

/// The queue the application's own workers pop (document, 1.7).
///
/// @param group consumer group asked about for the "waiting for workers" half of the ETA
/// @param described written as an object; a plain string has no group
public record Egress(String queue, Optional<String> group, boolean described) {

    public static Egress plain(String queue) {
        return new Egress(queue, Optional.empty(), false);
    }

    public static Egress described(String queue, Optional<String> group) {
        return new Egress(queue, group, true);
    }
}
