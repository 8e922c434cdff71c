package queencell.proxy.database;

import static queencell.log.Field.field;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import queencell.log.EventLog;
import queencell.schema.SchemaOutcome;
import queencell.schema.SchemaUpdate;
import queencell.settings.InvalidSettingException;

/// Owns the pool: proves it, brings the schema up to date before anything else reads it, closes it last.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class DatabaseState {
    private static final EventLog LOG = EventLog.of("database");

    @Inject
    private PxdbSettings settings;

    private Databases databases = new Databases(Optional.empty(), Optional.empty());

    @Produces
    @jakarta.inject.Singleton
    public Databases databases() {
        return databases;
    }

    /// Called once, first of all; without `PXDB_HOST` there is nothing to open.
    ///
    /// @param rows the entities and converters of all rooms
    /// @throws InvalidSettingException when the database cannot be reached
    /// @throws queencell.schema.SchemaUpdateException when the schema cannot be brought up to date
    public void open(List<Class<?>> rows) {
        if (settings.host().isEmpty()) {
            return;
        }
        var connections = new PxdbConnections(settings);
        DataSource pool = connections.pool();
        prove(pool);
        SchemaOutcome outcome = SchemaUpdate.of("queen_proxy", () -> connections.single("queen-proxy-schema"))
                .apply();
        outcome.warning().ifPresent(text -> LOG.warn("schema_ahead", field("warning", text)));
        LOG.info("schema_ready", field("applied", outcome.applied().size()));
        databases = new Databases(Optional.of(Pxdb.over(pool, rows)), Optional.of(connections));
    }

    private void prove(DataSource pool) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("select 1");
        } catch (SQLException unreachable) {
            throw new InvalidSettingException(
                    "the database at %s (PXDB_HOST, PXDB_PORT, PXDB_DB) does not answer as user %s: %s"
                            .formatted(settings.address(), settings.user(), causeOf(unreachable)));
        }
    }

    // the pool wraps the driver's reason, which is the one to read
    private static String causeOf(SQLException failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).replaceAll("\\s*\\R\\s*", " ");
    }

    /// Called once, last of all.
    public void close() {
        databases.pxdb().ifPresent(pxdb -> {
            try {
                pxdb.close();
            } catch (IOException notClosed) {
                LOG.warn("pool_unclosed", notClosed);
            }
        });
    }
}
