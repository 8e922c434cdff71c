package queencell.proxy.auth;

import static queencell.log.Field.field;

import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.time.Duration;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.web.RefusedExceptionMapper;

/// A database that fails is a 502, not a fault of ours: its text goes to the log only.
@Provider
public class DatabaseSilentMapper implements ExceptionMapper<PersistenceException> {
    private static final EventLog LOG = EventLog.of("web");

    private final Sampler failures = Sampler.every(Duration.ofSeconds(10));

    @Override
    public Response toResponse(PersistenceException failure) {
        failures.letThrough()
                .ifPresent(suppressed -> LOG.warn("database_failed", failure, field("suppressed", suppressed)));
        return RefusedExceptionMapper.responseOf(WebRefusals.databaseSilent());
    }
}
