package queencell.schema;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A database of one test class, and the few ways in which tests speak SQL, over one connection that is opened when
/// first needed and ends with the server. Any thread, one call at a time; who needs parallel calls opens connections.
final class TestDatabase implements ConnectionSource {

    private final String name;
    private final String role;
    private final String beginning;
    private Connection own;

    private TestDatabase(String name, String role, String beginning) {
        this.name = name;
        this.role = role;
        this.beginning = beginning;
    }

    static TestDatabase empty() {
        return new TestDatabase(PostgresServer.createEmptyDatabase(), "postgres", "");
    }

    static TestDatabase withSchema() {
        return new TestDatabase(PostgresServer.createDatabaseWithSchema(), "postgres", "");
    }

    /// The same database, seen by another role.
    TestDatabase as(String otherRole) {
        return new TestDatabase(name, otherRole, beginning);
    }

    /// The same database, seen by sessions that begin with this statement.
    TestDatabase beginningWith(String statement) {
        return new TestDatabase(name, role, statement);
    }

    @Override
    public Connection open() throws SQLException {
        Connection connection = PostgresServer.open(name, role);
        try (var statement = connection.createStatement()) {
            statement.execute(beginning);
        }
        return connection;
    }

    /// The first column of the first row; `null` for SQL NULL. Fails when there is no row.
    Object value(String sql, Object... arguments) {
        return rows(sql, arguments).getFirst().values().iterator().next();
    }

    String text(String sql, Object... arguments) {
        Object value = value(sql, arguments);
        return value == null ? null : value.toString();
    }

    long count(String sql, Object... arguments) {
        return ((Number) value(sql, arguments)).longValue();
    }

    UUID uuid(String sql, Object... arguments) {
        return (UUID) value(sql, arguments);
    }

    synchronized List<Map<String, Object>> rows(String sql, Object... arguments) {
        try {
            return rows(own(), sql, arguments);
        } catch (SQLException failure) {
            throw new SqlFailure(failure);
        }
    }

    synchronized int update(String sql, Object... arguments) {
        try (PreparedStatement statement = prepare(own(), sql, arguments)) {
            return statement.executeUpdate();
        } catch (SQLException failure) {
            throw new SqlFailure(failure);
        }
    }

    /// A script of many statements.
    synchronized void run(String script) {
        try (var statement = own().createStatement()) {
            statement.execute(script);
        } catch (SQLException failure) {
            throw new SqlFailure(failure);
        }
    }

    private Connection own() throws SQLException {
        if (own == null) {
            own = open();
        }
        return own;
    }

    static List<Map<String, Object>> rows(Connection connection, String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, arguments);
                ResultSet result = statement.executeQuery()) {
            var rows = new ArrayList<Map<String, Object>>();
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                var row = new LinkedHashMap<String, Object>();
                for (int column = 1; column <= columns; column++) {
                    row.put(result.getMetaData().getColumnLabel(column), result.getObject(column));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... arguments)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int index = 0; index < arguments.length; index++) {
            statement.setObject(index + 1, arguments[index]);
        }
        return statement;
    }
}
