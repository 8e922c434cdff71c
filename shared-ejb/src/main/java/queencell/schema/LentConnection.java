package queencell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/// A connection that may belong to a pool: it goes back with the auto-commit mode and the search path with which it
/// came (Liquibase changes both), and without an open transaction.
record LentConnection(Connection connection, boolean autoCommit, String searchPath) implements AutoCloseable {

    static LentConnection of(ConnectionSource connections) throws SQLException {
        Connection connection = connections.open();
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT current_setting('search_path')")) {
            row.next();
            return new LentConnection(connection, connection.getAutoCommit(), row.getString(1));
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            connection.setAutoCommit(autoCommit);
            try (var restore = connection.prepareStatement("SELECT set_config('search_path', ?, false)")) {
                restore.setString(1, searchPath);
                restore.execute();
            }
            if (!autoCommit) {
                connection.commit();
            }
        }
    }
}
