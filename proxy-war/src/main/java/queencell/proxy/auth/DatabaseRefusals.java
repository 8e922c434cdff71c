package queencell.proxy.auth;

import static queencell.log.Field.field;

import jakarta.persistence.PersistenceException;
import java.time.Duration;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.web.RefusedException;

/// What a failure of the database is to whoever asked: its text goes to the log only. Thread-safe.
final class DatabaseRefusals {
    private static final EventLog LOG = EventLog.of("web");
    private static final Sampler FAILURES = Sampler.every(Duration.ofSeconds(10));

    private DatabaseRefusals() {}

    /// A database that fails is a 502, not a fault of ours.
    static RefusedException of(PersistenceException failure) {
        FAILURES.letThrough()
                .ifPresent(suppressed -> LOG.warn("database_failed", failure, field("suppressed", suppressed)));
        return WebRefusals.databaseSilent();
    }
}
