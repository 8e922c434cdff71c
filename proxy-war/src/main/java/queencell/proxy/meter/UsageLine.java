package queencell.proxy.meter;

import java.util.Comparator;
import java.util.UUID;
import queencell.proxy.route.OpClass;

/// What one cluster used in one minute in one class.
///
/// @param minute whole minutes since 1970
public record UsageLine(UUID cluster, long minute, OpClass op, Usage used) {

    /// The order in which rows are written, everywhere the same, so that no two writers wait for each other.
    static final Comparator<UsageLine> WRITING_ORDER = Comparator.comparing(
                    (UsageLine line) -> line.cluster().toString())
            .thenComparingLong(UsageLine::minute)
            .thenComparing(line -> line.op().wireName());

    /// The form of `record_usage` and of the spool.
    String toJson() {
        return "{\"cluster_id\":\"%s\",\"minute\":%d,\"op\":\"%s\",\"reqs\":%d,\"msgs\":%d,\"bytes_in\":%d,\"bytes_out\":%d}"
                .formatted(cluster, minute, op.wireName(), used.reqs(), used.msgs(), used.bytesIn(), used.bytesOut());
    }
}
