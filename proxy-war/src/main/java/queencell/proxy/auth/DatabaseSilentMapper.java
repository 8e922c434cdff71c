package queencell.proxy.auth;

import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import queencell.web.RefusedExceptionMapper;

/// Answers for a database that fails, wherever nobody has done so before.
@Provider
public class DatabaseSilentMapper implements ExceptionMapper<PersistenceException> {

    @Override
    public Response toResponse(PersistenceException failure) {
        return RefusedExceptionMapper.responseOf(DatabaseRefusals.of(failure));
    }
}
