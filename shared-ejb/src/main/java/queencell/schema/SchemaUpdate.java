package queencell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.UpdateSummaryEnum;
import liquibase.UpdateSummaryOutputEnum;
import liquibase.changelog.ChangeLogParameters;
import liquibase.changelog.DatabaseChangeLog;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;
import liquibase.parser.ChangeLogParserFactory;
import liquibase.resource.ClassLoaderResourceAccessor;

/// Brings one schema to the state that this release needs (control plane, 2.2).
///
/// Runs the change sets of `liquibase/<schema>/changelog.xml` from the class path, each in a transaction of its own.
/// Several processes may start at once: one works, the others wait for it and then find nothing to do. A schema that
/// needs nothing is only read, so a process may run under a role that cannot change it.
///
/// Immutable; one instance may be used again and by any thread. Every failure is a [SchemaUpdateException].
public final class SchemaUpdate {

    /// How long a start waits for another one that holds the lock (control plane, 2.2).
    public static final Duration LOCK_WAIT = Duration.ofSeconds(60);

    private static final Pattern SCHEMA_NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    private final String schema;
    private final ConnectionSource connections;
    private final Duration lockWait;
    private final ClassLoaderResourceAccessor changelogs;

    private SchemaUpdate(String schema, ConnectionSource connections, Duration lockWait) {
        if (!SCHEMA_NAME.matcher(schema).matches()) {
            throw new IllegalArgumentException(
                    "schema `%s`: give a plain lower-case name such as queen_proxy".formatted(schema));
        }
        this.schema = schema;
        this.connections = connections;
        this.lockWait = lockWait;
        this.changelogs = new ClassLoaderResourceAccessor(SchemaUpdate.class.getClassLoader());
    }

    /// @param schema a folder under `liquibase/`, and the schema in which Liquibase keeps its own tables
    public static SchemaUpdate of(String schema, ConnectionSource connections) {
        return new SchemaUpdate(schema, connections, LOCK_WAIT);
    }

    /// The same update with another patience.
    public SchemaUpdate waitingForLock(Duration patience) {
        return new SchemaUpdate(schema, connections, patience);
    }

    /// What [#apply()] would do. Changes nothing.
    public SchemaStatus status() {
        return guarded(new RunProtocol(), protocol -> {
            try (Connection connection = connections.open()) {
                return status(Ledger.read(connection, schema), parse());
            }
        });
    }

    /// Runs what is missing.
    public SchemaOutcome apply() {
        return guarded(new RunProtocol(), protocol -> {
            SchemaStatus status = status();
            return status.upToDate()
                    ? new SchemaOutcome(schema, List.of(), List.of(), status.unknown())
                    : update(protocol);
        });
    }

    private SchemaOutcome update(RunProtocol protocol) throws Exception {
        try (var lent = LentConnection.of(connections)) {
            Database database = DatabaseFactory.getInstance()
                    .findCorrectDatabaseImplementation(new JdbcConnection(lent.connection()));
            database.setLiquibaseSchemaName(schema);
            var lock = new UpdateLock(schema, database);
            prepare(lock);
            lock.take(lockWait);
            try {
                return update(lent.connection(), database, protocol);
            } finally {
                lock.release();
            }
        }
    }

    /// Schema and lock table have to exist before Liquibase can lock anything, so two first starts at once are kept
    /// apart by PostgreSQL's own lock.
    private void prepare(UpdateLock lock) throws SQLException, LiquibaseException {
        try (var lent = LentConnection.of(connections)) {
            Connection guard = lent.connection();
            guard.setAutoCommit(false);
            try (Statement statement = guard.createStatement()) {
                beAlone(statement);
                // "if not exists" asks for the right to create before it looks
                statement.execute("DO $$BEGIN IF to_regnamespace('%1$s') IS NULL THEN CREATE SCHEMA %1$s; END IF; END$$"
                        .formatted(schema));
                guard.commit();
                beAlone(statement);
                lock.prepare();
                guard.commit();
            }
        }
    }

    private void beAlone(Statement statement) throws SQLException {
        statement.execute("SET LOCAL lock_timeout = %d".formatted(lockWait.toMillis()));
        statement.execute("SELECT pg_advisory_xact_lock(hashtext('queencell.schema.%s'))".formatted(schema));
    }

    private SchemaOutcome update(Connection connection, Database database, RunProtocol protocol) throws Exception {
        DatabaseChangeLog changelog = parse();
        // read again: whoever held the lock before us may have done the work
        Ledger ledger = Ledger.read(connection, schema);
        SchemaStatus status = status(ledger, changelog);
        if (!status.upToDate()) {
            if (!status.unknown().isEmpty()) {
                changelog.getChangeSets().removeIf(ledger::holds);
            }
            // closing it would close the connection, which is ours
            @SuppressWarnings("resource")
            var liquibase = new Liquibase(changelog, changelogs, database);
            liquibase.setChangeExecListener(protocol);
            liquibase.setShowSummary(UpdateSummaryEnum.OFF);
            liquibase.setShowSummaryOutput(UpdateSummaryOutputEnum.LOG);
            liquibase.update(new Contexts(), new LabelExpression());
        }
        return new SchemaOutcome(schema, protocol.applied(), protocol.adopted(), status.unknown());
    }

    private SchemaStatus status(Ledger ledger, DatabaseChangeLog changelog) {
        var known = changelog.getChangeSets();
        return new SchemaStatus(
                schema, ledger.pendingOf(known).stream().map(Ledger::nameOf).toList(), ledger.unknownTo(known));
    }

    private DatabaseChangeLog parse() throws LiquibaseException {
        String file = "liquibase/%s/changelog.xml".formatted(schema);
        return ChangeLogParserFactory.getInstance()
                .getParser(file, changelogs)
                .parse(file, new ChangeLogParameters(), changelogs);
    }

    private <T> T guarded(RunProtocol protocol, Step<T> step) {
        try {
            return QuietLiquibase.call(changelogs, () -> step.run(protocol));
        } catch (SchemaUpdateException already) {
            throw already;
        } catch (Exception fault) {
            throw SchemaFault.of(schema, protocol, fault);
        }
    }

    private interface Step<T> {
        T run(RunProtocol protocol) throws Exception;
    }
}
