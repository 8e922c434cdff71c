package queencell.schema;

import static queencell.log.Field.field;

import java.util.logging.Level;
import liquibase.logging.Logger;
import liquibase.logging.core.AbstractLogService;
import liquibase.logging.core.AbstractLogger;
import queencell.log.EventLog;

/// What is left of Liquibase's own lines: a warning of PostgreSQL or Liquibase is an event, progress is for debugging,
/// and an error is not repeated here, because the [SchemaUpdateException] says it.
final class LiquibaseLog extends AbstractLogService {

    private static final EventLog LOG = EventLog.of("queencell.schema");

    @Override
    public int getPriority() {
        return PRIORITY_NOT_APPLICABLE;
    }

    // the signature is Liquibase's
    @Override
    @SuppressWarnings("rawtypes")
    public Logger getLog(Class caller) {
        return new Lines();
    }

    // Liquibase declares a logger closeable with any exception
    @SuppressWarnings("try")
    private static final class Lines extends AbstractLogger {
        @Override
        public void log(Level level, String message, Throwable fault) {
            if (level.intValue() == Level.WARNING.intValue()) {
                LOG.warn("schema_warned", field("said", message));
            } else if (LOG.debugs()) {
                LOG.debug("schema_progressed", field("said", message));
            }
        }
    }
}
