package queencell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/// Listens as the proxy does. [#take()] needs no waiting time: it sends a mark of its own and reads up to that.
final class Notifications implements AutoCloseable {

    private static final String CHANNEL = "queen_proxy_inval";

    private final TestDatabase database;
    private final Connection listener;

    Notifications(TestDatabase database) {
        this.database = database;
        try {
            listener = database.open();
            try (var statement = listener.createStatement()) {
                statement.execute("LISTEN " + CHANNEL);
            }
        } catch (SQLException failure) {
            throw new SqlFailure(failure);
        }
    }

    /// The payloads that came since the last call, in order.
    List<String> take() {
        String mark = "mark " + UUID.randomUUID();
        database.rows("SELECT pg_notify(?, ?)", CHANNEL, mark);
        var payloads = new ArrayList<String>();
        try {
            while (true) {
                for (PGNotification notification :
                        listener.unwrap(PGConnection.class).getNotifications(0)) {
                    if (notification.getParameter().equals(mark)) {
                        return payloads;
                    }
                    payloads.add(notification.getParameter());
                }
            }
        } catch (SQLException failure) {
            throw new SqlFailure(failure);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (SQLException failure) {
            throw new SqlFailure(failure);
        }
    }
}
