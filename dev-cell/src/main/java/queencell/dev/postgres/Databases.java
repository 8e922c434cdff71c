package queencell.dev.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import queencell.dev.CellFault;

/// The databases of a cell on one server: one each for proxy, broker and Gate's history.
public final class Databases {

    public static final String BROKER = "queen_broker";
    public static final String GATE = "queen_gate";

    /// SQL states of PostgreSQL: the database does not exist, the account may not make one.
    private static final String UNKNOWN_DATABASE = "3D000";

    private static final String NOT_ALLOWED = "42501";

    private Databases() {}

    public static boolean answers(PostgresAddress address) {
        try (Connection connection = connect(address)) {
            return connection.isValid(2);
        } catch (SQLException _) {
            return false;
        }
    }

    public static Connection connect(PostgresAddress address) throws SQLException {
        return DriverManager.getConnection(address.jdbcUrl(), address.jdbcProperties());
    }

    /// Proves a server that the caller named; refuses in one sentence that says which variable leads there.
    ///
    /// @return an address on it that exists and from which databases can be made
    public static PostgresAddress provenOn(PostgresAddress given) {
        try {
            connect(given).close();
            return given;
        } catch (SQLException fault) {
            if (!UNKNOWN_DATABASE.equals(fault.getSQLState())) {
                throw new CellFault(
                        "PostgreSQL at %s:%d (PXDB_HOST, PXDB_PORT, PXDB_USER, PXDB_PASSWORD) refuses: %s. Start it or "
                                        .formatted(given.host(), given.port(), firstLine(fault))
                                + "correct these variables; without PXDB_HOST ./cell brings its own.",
                        fault);
            }
        }
        PostgresAddress standard = given.database("postgres");
        try {
            connect(standard).close();
            return standard;
        } catch (SQLException fault) {
            throw new CellFault(
                    "Database `%s` (PXDB_DB) does not exist on %s:%d and cannot be made: %s. Create it, or name one that exists."
                            .formatted(given.database(), given.host(), given.port(), firstLine(fault)),
                    fault);
        }
    }

    /// Makes the database when it is missing: UTF-8, its time zone UTC, without which the broker's times are wrong
    /// (broker, 1.2).
    public static void ensure(PostgresAddress server, String name) {
        try (Connection connection = connect(server)) {
            if (!exists(connection, name)) {
                execute(connection, "create database %s template template0 encoding 'UTF8'".formatted(quoted(name)));
                execute(connection, "alter database %s set timezone to 'UTC'".formatted(quoted(name)));
            }
        } catch (SQLException fault) {
            String fix = NOT_ALLOWED.equals(fault.getSQLState())
                    ? "Give the account CREATEDB, or create `%s` yourself (UTF-8, time zone UTC).".formatted(name)
                    : "Correct that and start again.";
            throw new CellFault(
                    "Database `%s` cannot be made on %s:%d: %s. %s"
                            .formatted(name, server.host(), server.port(), firstLine(fault), fix),
                    fault);
        }
    }

    private static boolean exists(Connection connection, String name) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select 1 from pg_database where datname = ?")) {
            query.setString(1, name);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String firstLine(SQLException fault) {
        return String.valueOf(fault.getMessage())
                .lines()
                .findFirst()
                .orElse("no reason given")
                .replaceAll("\\.$", "");
    }
}
