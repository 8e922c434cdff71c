package queencell.schema;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import liquibase.database.Database;
import liquibase.exception.LiquibaseException;
import liquibase.exception.LockException;
import liquibase.lockservice.LockService;
import liquibase.lockservice.LockServiceFactory;

/// Liquibase's lock row, with a wait that is counted in seconds (Liquibase counts minutes) and an answer
/// that says who holds it.
final class UpdateLock {

    private static final Duration POLL = Duration.ofMillis(250);

    private final String schema;
    private final LockService service;

    UpdateLock(String schema, Database database) {
        this.schema = schema;
        this.service = LockServiceFactory.getInstance().getLockService(database);
    }

    /// Creates the lock table where there is none. Two processes must not do this at once.
    void prepare() throws LiquibaseException {
        service.init();
    }

    void take(Duration patience) throws LiquibaseException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        while (!service.acquireLock()) {
            if (System.nanoTime() >= deadlineNanos) {
                throw new SchemaUpdateException(held(patience));
            }
            pause();
        }
    }

    void release() throws LiquibaseException {
        if (service.hasChangeLogLock()) {
            service.releaseLock();
        }
    }

    private String held(Duration patience) throws LockException {
        var holders = Arrays.stream(service.listLocks())
                .map(lock ->
                        lock.getLockedBy() + " since " + lock.getLockGranted().toInstant())
                .collect(Collectors.joining(", "));
        return """
                schema %s: the update lock is still held by %s after %s s; if that process is gone, free it with \
                UPDATE %1$s.databasechangeloglock SET locked = false, lockgranted = NULL, lockedby = NULL, then start again\
                """.formatted(
                schema,
                holders.isEmpty() ? "another process" : holders,
                BigDecimal.valueOf(patience.toMillis(), 3).stripTrailingZeros().toPlainString());
    }

    private void pause() {
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SchemaUpdateException(
                    "schema %s: the wait for the update lock was interrupted".formatted(schema), interrupted);
        }
    }
}
