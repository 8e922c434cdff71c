package queencell.proxy.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Statements on one connection, for what JPA has no words for: functions of the schema, locks in a chosen order, sums.
/// One thread at a time.
public final class Sql {
    private final Connection connection;

    private Sql(Connection connection) {
        this.connection = connection;
    }

    @FunctionalInterface
    public interface Work<T> {
        T on(Sql sql) throws SQLException;
    }

    /// One row of a result, read by column name.
    public record Row(ResultSet columns) {
        public UUID id(String name) throws SQLException {
            return columns.getObject(name, UUID.class);
        }

        public String text(String name) throws SQLException {
            return columns.getString(name);
        }

        public Optional<String> optionalText(String name) throws SQLException {
            return Optional.ofNullable(columns.getString(name));
        }

        public boolean flag(String name) throws SQLException {
            return columns.getBoolean(name);
        }

        public long number(String name) throws SQLException {
            return columns.getLong(name);
        }

        public Instant moment(String name) throws SQLException {
            return columns.getTimestamp(name).toInstant();
        }

        public Optional<Instant> optionalMoment(String name) throws SQLException {
            return Optional.ofNullable(columns.getTimestamp(name)).map(Timestamp::toInstant);
        }

        public List<String> texts(String name) throws SQLException {
            return List.of((String[]) columns.getArray(name).getArray());
        }
    }

    @FunctionalInterface
    public interface Reader<T> {
        T read(Row row) throws SQLException;
    }

    /// Does all of `work` in one transaction, or nothing of it.
    ///
    /// @throws PxdbException when a statement or the connection fails
    public static <T> T transaction(Pxdb pxdb, Work<T> work) {
        try (Connection connection = pxdb.pool().getConnection()) {
            connection.setAutoCommit(false);
            boolean committed = false;
            try {
                T result = work.on(new Sql(connection));
                connection.commit();
                committed = true;
                return result;
            } finally {
                if (!committed) {
                    connection.rollback();
                }
            }
        } catch (SQLException failed) {
            throw new PxdbException(failed);
        }
    }

    /// Asks outside a transaction.
    ///
    /// @throws PxdbException when a statement or the connection fails
    public static <T> T question(Pxdb pxdb, Work<T> work) {
        try (Connection connection = pxdb.pool().getConnection()) {
            return work.on(new Sql(connection));
        } catch (SQLException failed) {
            throw new PxdbException(failed);
        }
    }

    /// Every row; arguments are texts, numbers, ids, moments or arrays of texts or ids.
    public <T> List<T> list(String statement, Reader<T> reader, Object... arguments) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (int at = 0; at < arguments.length; at++) {
                set(prepared, at + 1, arguments[at]);
            }
            try (ResultSet columns = prepared.executeQuery()) {
                var row = new Row(columns);
                List<T> rows = new ArrayList<>();
                while (columns.next()) {
                    rows.add(reader.read(row));
                }
                return rows;
            }
        }
    }

    /// The first row, if there is one.
    public <T> Optional<T> first(String statement, Reader<T> reader, Object... arguments) throws SQLException {
        return list(statement, reader, arguments).stream().findFirst();
    }

    /// Calls a function for its effect.
    public void call(String statement, Object... arguments) throws SQLException {
        list(statement, _ -> true, arguments);
    }

    private void set(PreparedStatement prepared, int at, Object argument) throws SQLException {
        switch (argument) {
            case null -> prepared.setObject(at, null);
            case Instant moment -> prepared.setObject(at, moment.atOffset(ZoneOffset.UTC));
            case String[] texts -> prepared.setArray(at, connection.createArrayOf("text", texts));
            case UUID[] ids -> prepared.setArray(at, connection.createArrayOf("uuid", ids));
            default -> prepared.setObject(at, argument);
        }
    }
}
