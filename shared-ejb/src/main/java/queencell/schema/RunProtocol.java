package queencell.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import liquibase.changelog.ChangeSet;
import liquibase.changelog.DatabaseChangeLog;
import liquibase.changelog.visitor.AbstractChangeExecListener;
import liquibase.database.Database;

/// What Liquibase reports while it runs, kept for the outcome and for the message of a failure. One run, one thread.
final class RunProtocol extends AbstractChangeExecListener {

    private final List<String> applied = new ArrayList<>();
    private final List<String> adopted = new ArrayList<>();
    private String failed;

    @Override
    public void ran(ChangeSet changeSet, DatabaseChangeLog changeLog, Database database, ChangeSet.ExecType execType) {
        switch (execType) {
            case MARK_RAN -> adopted.add(Ledger.nameOf(changeSet));
            case EXECUTED, RERAN -> applied.add(Ledger.nameOf(changeSet));
            case FAILED, SKIPPED -> {}
        }
    }

    @Override
    public void runFailed(ChangeSet changeSet, DatabaseChangeLog changeLog, Database database, Exception exception) {
        failed = Ledger.nameOf(changeSet);
    }

    List<String> applied() {
        return applied;
    }

    List<String> adopted() {
        return adopted;
    }

    Optional<String> failed() {
        return Optional.ofNullable(failed);
    }
}
