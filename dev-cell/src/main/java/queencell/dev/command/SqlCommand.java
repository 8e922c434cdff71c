package queencell.dev.command;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import queencell.dev.CellFault;
import queencell.dev.postgres.Databases;
import queencell.dev.postgres.PostgresAddress;

/// Runs SQL in a database of the cell; `psql` need not exist.
@Command(name = "sql", mixinStandardHelpOptions = true, description = "Run SQL in the proxy's database.")
final class SqlCommand implements Callable<Integer> {

    enum Database {
        proxy,
        broker,
        gate
    }

    @Parameters(paramLabel = "SQL", description = "One or more statements, in quotes.")
    String sql;

    @Option(names = "--db", paramLabel = "NAME", description = "proxy (default), broker or gate.")
    Database database = Database.proxy;

    @Override
    public Integer call() {
        PostgresAddress address = address(Context.stateOfUsedCell().pxdb().orElseThrow());
        try (Connection connection = connect(address);
                Statement statement = connection.createStatement()) {
            new SqlTable(System.out).printAll(statement, statement.execute(sql));
            return 0;
        } catch (SQLException refused) {
            throw new CellFault("The database refuses this statement: " + refused.getMessage(), refused);
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
}
