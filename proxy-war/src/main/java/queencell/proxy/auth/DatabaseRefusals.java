package queencell.proxy.auth;

import static queencell.log.Field.field;

import jakarta.persistence.PersistenceException;
import java.time.Duration;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.proxy.database.PxdbException;
import queencell.web.RefusedException;

/// What a failure of the database is to whoever asked: its text goes to the log only. Thread-safe.
final class DatabaseRefusals {
    private static final EventLog LOG = EventLog.of("web");
    private static final Sampler FAILURES = Sampler.every(Duration.ofSeconds(10));

    private DatabaseRefusals() {}

    /// A database that fails is a 502, not a fault of ours. One of our functions that refuses an argument is a 400: it
    /// knows a rule that we should have kept before.
    static RefusedException of(PersistenceException failure) {
        FAILURES.letThrough()
                .ifPresent(suppressed -> LOG.warn("database_failed", failure, field("suppressed", suppressed)));
        return failure instanceof PxdbException refused && refused.is("QP400")
                ? WebRefusals.argumentRefused()
                : WebRefusals.databaseSilent();
    }
}
