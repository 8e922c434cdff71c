package queencell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import liquibase.change.CheckSum;
import liquibase.changelog.ChangeSet;

/// What a schema's `databasechangelog` says has been run: change set name to checksum.
///
/// Reading it takes no lock and no right but SELECT, so a process whose role may not change the schema
/// can still see that nothing is to be done.
record Ledger(Map<String, Optional<CheckSum>> run) {

    static Ledger read(Connection connection, String schema) throws SQLException {
        var run = new LinkedHashMap<String, Optional<CheckSum>>();
        try (Statement statement = connection.createStatement()) {
            if (isEmptyDatabase(statement, schema)) {
                return new Ledger(run);
            }
            try (var rows = statement.executeQuery(
                    "SELECT author, id, md5sum FROM %s.databasechangelog ORDER BY orderexecuted".formatted(schema))) {
                while (rows.next()) {
                    var checkSum = Optional.ofNullable(rows.getString("md5sum")).map(CheckSum::parse);
                    run.put(rows.getString("author") + ":" + rows.getString("id"), checkSum);
                }
            }
        }
        return new Ledger(run);
    }

    private static boolean isEmptyDatabase(Statement statement, String schema) throws SQLException {
        try (var row = statement.executeQuery("SELECT to_regclass('%s.databasechangelog') IS NULL".formatted(schema))) {
            row.next();
            return row.getBoolean(1);
        }
    }

    static String nameOf(ChangeSet changeSet) {
        return changeSet.getAuthor() + ":" + changeSet.getId();
    }

    boolean holds(ChangeSet changeSet) {
        return run.containsKey(nameOf(changeSet));
    }

    /// What is noted here and not among `known`, in the order in which it ran.
    List<String> unknownTo(List<ChangeSet> known) {
        var names = known.stream().map(Ledger::nameOf).toList();
        return run.keySet().stream().filter(name -> !names.contains(name)).toList();
    }

    /// What of `known` has not run, or has changed since. A database that is ahead keeps what it holds:
    /// an older process must not put older functions in the place of newer ones.
    List<ChangeSet> pendingOf(List<ChangeSet> known) {
        boolean ahead = !unknownTo(known).isEmpty();
        return known.stream()
                .filter(changeSet -> !holds(changeSet) || (!ahead && changed(changeSet)))
                .toList();
    }

    private boolean changed(ChangeSet changeSet) {
        return run.get(nameOf(changeSet))
                .filter(checkSum -> !changeSet.isCheckSumValid(checkSum))
                .isPresent();
    }
}
