package queencell.dev.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import queencell.dev.CellFault;
import queencell.dev.postgres.Databases;
import queencell.dev.postgres.PostgresAddress;

/// Runs SQL in a database of the cell, as the role that owns it; `psql` need not exist.
@Command(
        name = "sql",
        mixinStandardHelpOptions = true,
        description = "Run SQL in the proxy's database, as the role that the cell itself connects as.")
final class SqlCommand implements Callable<Integer> {

    private static final String FROM_INPUT = "-";

    enum Database {
        proxy,
        broker,
        gate
    }

    @Parameters(index = "0", paramLabel = "SQL", description = "One or more statements, in quotes.")
    String sql;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "VALUE",
            description =
                    "Values for the ? of one statement, in order: quoting is no concern then, and the server logs no "
                            + "secret. - takes the next line of the input.")
    List<String> values = List.of();

    @Option(names = "--db", paramLabel = "NAME", description = "proxy (default), broker or gate.")
    Database database = Database.proxy;

    @Option(names = "--values", description = "For scripts: only the values, one row a line, a tab between columns.")
    boolean valuesOnly;

    @Override
    public Integer call() {
        PostgresAddress address = address(Context.stateOfUsedCell().pxdb().orElseThrow());
        try (Connection connection = connect(address)) {
            if (values.isEmpty()) {
                runPlain(connection);
            } else {
                runBound(connection);
            }
            return 0;
        } catch (SQLException refused) {
            throw new CellFault("The database refuses this statement: " + refused.getMessage(), refused);
        }
    }

    private void runPlain(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            print(statement, statement.execute(sql));
        }
    }

    private void runBound(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int number = 0;
            for (String value : values) {
                number++;
                // of no type, so that the server finds the one that fits
                statement.setObject(number, value.equals(FROM_INPUT) ? Input.line() : value, Types.OTHER);
            }
            print(statement, statement.execute());
        }
    }

    private void print(Statement statement, boolean rows) throws SQLException {
        warnings(statement);
        new SqlTable(System.out, valuesOnly).printAll(statement, rows);
    }

    /// What a function says beside its result, as `bootstrap_tenant` does of an admin who cannot sign in.
    private static void warnings(Statement statement) throws SQLException {
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            System.err.println(warning.getMessage());
        }
    }

    private PostgresAddress address(PostgresAddress pxdb) {
        return switch (database) {
            case proxy -> pxdb;
            case broker -> pxdb.database(Databases.BROKER);
            case gate -> pxdb.database(Databases.GATE);
        };
    }

    private static Connection connect(PostgresAddress address) {
        try {
            return Databases.connect(address);
        } catch (SQLException unreachable) {
            throw new CellFault(
                    "The database %s does not answer: %s. Start the cell with ./cell up."
                            .formatted(address, unreachable.getMessage()),
                    unreachable);
        }
    }

    /// Standard input, read once through one buffer.
    private static final class Input {

        private static final BufferedReader LINES =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

        static String line() {
            try {
                String line = LINES.readLine();
                if (line == null) {
                    throw new CellFault("The value `-` stands for a line of the input, and there is none.");
                }
                return line;
            } catch (IOException broken) {
                throw new CellFault("The input cannot be read: " + broken.getMessage(), broken);
            }
        }
    }
}
