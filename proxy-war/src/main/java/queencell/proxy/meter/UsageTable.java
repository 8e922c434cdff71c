package queencell.proxy.meter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import queencell.proxy.database.Pxdb;

/// Writes usage through `queen_proxy.record_usage` (control plane, 6.6). Blocks.
final class UsageTable implements UsageStore {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Pxdb pxdb;

    UsageTable(Pxdb pxdb) {
        this.pxdb = pxdb;
    }

    @Override
    public Written write(UsageBatch batch, Duration patience) {
        var outcome = new Written[1];
        pxdb.writeJdbc(connection -> outcome[0] = record(connection, batch, patience));
        return outcome[0];
    }

    private static Written record(Connection connection, UsageBatch batch, Duration patience) throws SQLException {
        try (var timeout = connection.prepareStatement("select set_config('statement_timeout', ?, true)")) {
            timeout.setString(1, Long.toString(patience.toMillis()));
            timeout.execute();
        }
        try (var call = connection.prepareStatement("select queen_proxy.record_usage(?, ?::jsonb)")) {
            call.setObject(1, batch.id());
            call.setString(2, batch.toJson());
            try (var result = call.executeQuery()) {
                result.next();
                return parse(result.getString(1));
            }
        }
    }

    private static Written parse(String json) throws SQLException {
        try {
            JsonNode answer = JSON.readTree(json);
            return new Written(
                    answer.path("applied").asBoolean(),
                    answer.path("stored").asInt(),
                    answer.path("dropped").asInt());
        } catch (IOException unreadable) {
            throw new SQLException("record_usage answered something else than JSON", unreadable);
        }
    }
}
