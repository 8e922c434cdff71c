package queencell.proxy.access;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.UUID;
import queencell.proxy.database.Sql;

/// Writes who did it, beside the row that the function of the change writes itself (proxy console, 15).
final class Audit {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Audit() {}

    static ObjectNode meta() {
        return JSON.createObjectNode();
    }

    /// In the transaction of the change, so that neither stands without the other.
    static void write(Sql sql, UUID tenant, UUID cluster, UUID actor, String action, String target, ObjectNode meta)
            throws SQLException {
        sql.call(
                "select queen_proxy.record_operation(?, ?, 'user', ?, ?, ?, ?::jsonb)",
                tenant,
                cluster,
                actor,
                action,
                target,
                meta.toString());
    }
}
